/** How many wrong codes in a row count, and for how many minutes codes are refused after them the first time. */
const mostTries = 5;
const windowMinutes = 10;
/** After this many times in a row, waiting takes no longer than before. */
const mostDoublings = 7;

/** An account's wrong codes since the last right one, when the latest was entered, and how often in a row all tries were used up. */
export interface Tries {
  tries: number;
  window_began_at: Date | null;
  exhausted: number;
}

const isUsedUp = ({ tries }: Tries): boolean => tries >= mostTries;

/**
 * For how many minutes codes are refused once all tries are used up: twice as long each time in a row, from ten minutes to most of a
 * day.
 */
export const minutesCounted = ({ exhausted }: Pick<Tries, 'exhausted'>): number =>
  windowMinutes * 2 ** Math.min(Math.max(exhausted - 1, 0), mostDoublings);

/** How long that is, in words. */
export function durationOf(minutes: number): string {
  if (minutes <= windowMinutes) return 'ten minutes';
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

const isOver = (tries: Tries, now: Date): boolean =>
  tries.window_began_at === null || now.getTime() - tries.window_began_at.getTime() >= minutesCounted(tries) * 60_000;

/** After five wrong codes in a row, all codes are refused for a while. Fewer are never forgotten: a guesser would only be slow enough. */
export const mayTry = (tries: Tries, now: Date): boolean => !isUsedUp(tries) || isOver(tries, now);

/** What's stored after a wrong code that was checked. `exhausted` goes up with the last one that counts. */
export function afterWrong(tries: Tries, now: Date): Tries {
  const counted = { ...tries, tries: isUsedUp(tries) ? 1 : tries.tries + 1, window_began_at: now };
  return isUsedUp(counted) ? { ...counted, exhausted: tries.exhausted + 1 } : counted;
}

/** What's stored after a right one. */
export const noTries: Tries = { tries: 0, window_began_at: null, exhausted: 0 };

/** How often in a row a new password gives new tries: whoever reads somebody's mail could choose one after another. */
const mostRenewals = 3;

/**
 * What's stored after a new password: whoever tried codes doesn't know it, so its owner needn't wait. Tries that aren't used up stay as
 * they are, or nobody would be counted who chooses a password before the last one.
 */
export const afterNewPassword = (tries: Tries): Tries =>
  !isUsedUp(tries) || tries.exhausted > mostRenewals ? tries : { ...noTries, exhausted: tries.exhausted };

/** A code works once: no code of the same period or an earlier one does after it. */
export const isFresh = (period: number, lastPeriod: number | null): boolean =>
  lastPeriod === null || period > lastPeriod;

/** A recovery code as it's compared: people leave out hyphens, and write in capitals. */
export const tidyRecoveryCode = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');
