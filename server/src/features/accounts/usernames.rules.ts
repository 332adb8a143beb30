const day = 24 * 60 * 60 * 1000;

/**
 * When somebody can change their username again.
 * @param days between two changes
 * @returns null: now
 */
export function renameableAt(user: { username_changed_at: Date | null }, now: Date, days: number): Date | null {
  if (user.username_changed_at === null) return null;
  const at = new Date(user.username_changed_at.getTime() + days * day);
  return at > now ? at : null;
}

/** The same name, or another case of it, changes nothing. */
export const isRename = (from: string, to: string): boolean => from.toLowerCase() !== to.toLowerCase();
