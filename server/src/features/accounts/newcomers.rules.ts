import type { TextLink } from '@hubbub/contract/platform/rich-text.ts';

/** What other clients may show as a link, though the web app doesn't. */
const link = /\bhttps?:\/\/|\bwww\.(?=\w)/gi;

/**
 * How many links a text has for the limits of new accounts: those that the web app shows, which need no `https://`, and
 * similar ones.
 */
export function countLinks(text: string, links: readonly TextLink[]): number {
  let [count, done] = [0, 0];
  const countUntil = (end: number) => {
    count += text.slice(done, end).match(link)?.length ?? 0;
  };
  for (const { start, end, href } of links) {
    countUntil(start);
    if (!href.startsWith('mailto:')) count += 1;
    done = end;
  }
  countUntil(text.length);
  return count;
}

/** The latest creation time of accounts that are no longer new; null if accounts never count as new. */
export function newcomersSince(now: Date, hours: number): Date | null {
  return hours === 0 ? null : new Date(now.getTime() - hours * 3_600_000);
}

/**
 * An account is new if it was created after this moment. The site's team never counts as new, because they were chosen.
 */
export const isNewcomer = (account: { created_at: Date; site_role: string | null }, since: Date): boolean =>
  account.created_at > since && account.site_role === null;
