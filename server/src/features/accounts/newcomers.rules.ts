/** Part of a text, as linkifyjs splits it; `t` is what it is. */
interface Token {
  t: string;
  toString(): string;
}

/** What other clients may show as a link although linkifyjs doesn't, because its top-level domain doesn't exist. */
const link = /\bhttps?:\/\/|\bwww\.(?=\w)/gi;

/** Whether a text may have links: a dot or a colon between two characters. Only then is it split. */
export const mayHaveLinks = (text: string): boolean => /\S[.:]\S/.test(text);

/** How many links a text has, as it counts for new accounts: those that the web app draws, which need no `https://`, and the like. */
export function countLinks(tokens: readonly Token[]): number {
  let count = 0;
  for (const token of tokens) count += token.t === 'url' ? 1 : (token.toString().match(link)?.length ?? 0);
  return count;
}

/** The latest creation time of accounts that are no longer new; null if accounts never count as new. */
export function newcomersSince(now: Date, hours: number): Date | null {
  return hours === 0 ? null : new Date(now.getTime() - hours * 3_600_000);
}

/** An account is new if it was created after this moment. The site's team never counts as new, because somebody chose them. */
export const isNewcomer = (account: { created_at: Date; site_role: string | null }, since: Date): boolean =>
  account.created_at > since && account.site_role === null;
