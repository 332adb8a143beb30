const link = /\bhttps?:\/\/|\bwww\.(?=\w)/gi;

/** How many links a text has, as it counts for new accounts. */
export const countLinks = (text: string): number => text.match(link)?.length ?? 0;

/** The latest creation time of accounts that are no longer new; null if accounts never count as new. */
export function newcomersSince(now: Date, hours: number): Date | null {
  return hours === 0 ? null : new Date(now.getTime() - hours * 3_600_000);
}
