/** What a guesser makes of a password. */
export interface Strength {
  /** 0: guessed right away, to 4: not guessed in any time that matters. */
  score: number;
  /** Why it's easy to guess, as the library names it; null: it can't say. */
  weakness: string | null;
}

/** How a password is shown, without anything that depends on color alone. */
export interface StrengthWords {
  tone: 'weak' | 'fair' | 'strong';
  /** Of four bars, how many are full. */
  bars: number;
  text: string;
}

const reasons: Record<string, string> = {
  straightRow: "it's a row of keys on the keyboard",
  keyPattern: "it's a pattern on the keyboard",
  simpleRepeat: 'it repeats a character',
  extendedRepeat: 'it repeats itself',
  sequences: 'it has a sequence such as "abc"',
  recentYears: 'it has a recent year',
  dates: 'it has a date',
  topTen: "it's one of the most common passwords",
  topHundred: "it's one of the most common passwords",
  common: "it's a common password",
  similarToCommon: "it's close to a common password",
  wordByItself: "it's a single word",
  namesByThemselves: "it's a name",
  commonNames: 'it has a common name',
  userInputs: "it has a name of yours or the site's",
};

/** A guessable password says why, if that's known; a better one says what it needs, and a good one that it's good. */
export function wordsFor({ score, weakness }: Strength): StrengthWords {
  const reason = weakness === null ? undefined : reasons[weakness];
  if (score <= 1) {
    return { tone: 'weak', bars: 1, text: `Easy to guess: ${reason ?? 'add a few more words'}.` };
  }
  if (score === 2) return { tone: 'fair', bars: 2, text: `Could be stronger: ${reason ?? 'add another word'}.` };
  if (score === 3) return { tone: 'strong', bars: 3, text: 'Strong.' };
  return { tone: 'strong', bars: 4, text: 'Very strong.' };
}
