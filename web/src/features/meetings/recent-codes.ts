import { readStored, textsIn, writeStored } from '#platform/browser-storage.ts';

/** How many codes are kept. */
const most = 10;
const key = 'meeting_codes';

/** The codes of the meetings opened last in this browser, the latest first. A log-out forgets them. */
export const recentCodes = (): string[] => textsIn(readStored(key)).slice(0, most);

/** Puts a code in front of those that are kept. */
export function keepCode(code: string): void {
  const others = recentCodes().filter((other) => other !== code);
  writeStored(key, JSON.stringify([code, ...others].slice(0, most)));
}
