/** How many wrong codes in a row are allowed, and for how many minutes codes are then refused the first time. */
const mostTries = 5;
const windowMinutes = 10;
/** After this many times in a row, the wait no longer grows. */
const mostDoublings = 7;

/** An account's wrong codes since the last right one, when the latest was entered, and how often in a row all tries were used up. */
export interface Tries {
  tries: number;
  window_began_at: Date | null;
  exhausted: number;
}

const isUsedUp = ({ tries }: Tries): boolean => tries >= mostTries;

/**
 * For how many minutes codes are refused once all tries are used up: twice as long each time in a row, from ten minutes
 * to most of a day.
 */
export const minutesCounted = ({ exhausted }: Pick<Tries, 'exhausted'>): number =>
  windowMinutes * 2 ** Math.min(Math.max(exhausted - 1, 0), mostDoublings);

/** The wait in words. */
export function durationOf(minutes: number): string {
  if (minutes <= windowMinutes) return 'ten minutes';
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

const isOver = (tries: Tries, now: Date): boolean =>
  tries.window_began_at === null || now.getTime() - tries.window_began_at.getTime() >= minutesCounted(tries) * 60_000;

/**
 * After five wrong codes in a row, all codes are refused for a while. Time alone never resets the count: a guesser
 * would just go slowly.
 */
export const mayTry = (tries: Tries, now: Date): boolean => !isUsedUp(tries) || isOver(tries, now);

/** The state to store after a wrong code was checked. `exhausted` goes up with the last one that counts. */
export function afterWrong(tries: Tries, now: Date): Tries {
  const counted = { ...tries, tries: isUsedUp(tries) ? 1 : tries.tries + 1, window_began_at: now };
  return isUsedUp(counted) ? { ...counted, exhausted: tries.exhausted + 1 } : counted;
}

/** The state to store after a right code. */
export const noTries: Tries = { tries: 0, window_began_at: null, exhausted: 0 };

/**
 * How many times in a row a new password resets the tries: someone who reads the owner's mail could choose one after
 * another.
 */
const mostRenewals = 3;

/**
 * The state to store after a new password: whoever guessed codes doesn't know it, so the owner needn't wait. The count
 * stays while tries are left, or a guesser could avoid it by choosing a new password before the last one.
 */
export const afterNewPassword = (tries: Tries): Tries =>
  !isUsedUp(tries) || tries.exhausted > mostRenewals ? tries : { ...noTries, exhausted: tries.exhausted };

/** A code works once; after it, no code of the same or an earlier period does. */
export const isFresh = (period: number, lastPeriod: number | null): boolean =>
  lastPeriod === null || period > lastPeriod;

/** A recovery code in the form that's compared: people leave out hyphens, and type capitals. */
export const tidyRecoveryCode = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');
