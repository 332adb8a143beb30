/** How many wrong codes count, and how long they do. */
const mostTries = 5;
const windowMinutes = 10;

/** Wrong codes of an account, and since when they're counted. */
export interface Tries {
  tries: number;
  window_began_at: Date | null;
}

const isOver = ({ window_began_at: began }: Tries, now: Date): boolean =>
  began === null || now.getTime() - began.getTime() >= windowMinutes * 60_000;

/** At most five wrong codes count in ten minutes; after them no code is even looked at. */
export const mayTry = (tries: Tries, now: Date): boolean => isOver(tries, now) || tries.tries < mostTries;

/** What's stored after a wrong code. */
export const afterWrong = (tries: Tries, now: Date): Tries =>
  isOver(tries, now) ? { tries: 1, window_began_at: now } : { ...tries, tries: tries.tries + 1 };

/** A code works once: no code of the same period or an earlier one does after it. */
export const isFresh = (period: number, lastPeriod: number | null): boolean =>
  lastPeriod === null || period > lastPeriod;

/** A recovery code as it's compared: people leave out hyphens, and write in capitals. */
export const tidyRecoveryCode = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');
