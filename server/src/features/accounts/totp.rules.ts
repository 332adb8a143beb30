/** How many wrong codes count, and for how long they do at first. */
const mostTries = 5;
const windowMinutes = 10;
/** After this many times in a row, waiting takes no longer than before. */
const mostDoublings = 7;

/** Wrong codes of an account, since when they're counted, and how often in a row all tries were used up. */
export interface Tries {
  tries: number;
  window_began_at: Date | null;
  exhausted: number;
}

const isUsedUp = ({ tries }: Tries): boolean => tries >= mostTries;

/** How many minutes wrong codes count: twice as long each time that all tries were used up, from ten minutes to most of a day. */
export const minutesCounted = ({ exhausted }: Pick<Tries, 'exhausted'>): number =>
  windowMinutes * 2 ** Math.min(Math.max(exhausted - 1, 0), mostDoublings);

/** How long that is, in words. */
export function durationOf(minutes: number): string {
  if (minutes <= windowMinutes) return 'ten minutes';
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

const isOver = (tries: Tries, now: Date): boolean =>
  tries.window_began_at === null || now.getTime() - tries.window_began_at.getTime() >= minutesCounted(tries) * 60_000;

/** At most five wrong codes count until their time is over; after them no code is even looked at. */
export const mayTry = (tries: Tries, now: Date): boolean => isOver(tries, now) || !isUsedUp(tries);

/** What's stored after a wrong code. `exhausted` goes up with the last one that counts. */
export function afterWrong(tries: Tries, now: Date): Tries {
  const counted = isOver(tries, now)
    ? { ...tries, tries: 1, window_began_at: now }
    : { ...tries, tries: tries.tries + 1 };
  return isUsedUp(counted) ? { ...counted, exhausted: tries.exhausted + 1 } : counted;
}

/** What's stored after a right one. */
export const noTries: Tries = { tries: 0, window_began_at: null, exhausted: 0 };

/** How often in a row a new password gives new tries: whoever reads somebody's mail could choose one after another. */
const mostRenewals = 3;

/** What's stored after a new password: whoever tried codes knows it no longer, so its person needn't wait. */
export const afterNewPassword = (tries: Tries): Tries =>
  tries.exhausted > mostRenewals ? tries : { ...noTries, exhausted: tries.exhausted };

/** A code works once: no code of the same period or an earlier one does after it. */
export const isFresh = (period: number, lastPeriod: number | null): boolean =>
  lastPeriod === null || period > lastPeriod;

/** A recovery code as it's compared: people leave out hyphens, and write in capitals. */
export const tidyRecoveryCode = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');
