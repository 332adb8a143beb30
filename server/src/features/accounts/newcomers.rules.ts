const link = /\bhttps?:\/\/|\bwww\.(?=\w)/gi;

/** How many links a text has, as it counts for new accounts. */
export const countLinks = (text: string): number => text.match(link)?.length ?? 0;

/** The latest creation time of accounts that are no longer new; null if accounts never count as new. */
export function newcomersSince(now: Date, hours: number): Date | null {
  return hours === 0 ? null : new Date(now.getTime() - hours * 3_600_000);
}

/** An account is new if it was created after this moment. The site's team never counts as new, because somebody chose them. */
export const isNewcomer = (account: { created_at: Date; site_role: string | null }, since: Date): boolean =>
  account.created_at > since && account.site_role === null;
