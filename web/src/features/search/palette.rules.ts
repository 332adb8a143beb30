/** Something that the palette can lead to. */
export interface Choice {
  /** The same whenever the palette is opened. */
  key: string;
  /** What's typed to find it. */
  words: string;
}

/** A text as it's compared: without case, accents and marks. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a word begins at a place of a text. */
const beginsWord = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');

/** How well one word fits a text: at its beginning, at a word's, inside, or letter by letter from a word's beginning on. Null: not at all. */
function wordScore(text: string, word: string): number | null {
  if (text.startsWith(word)) return 100;
  const inside = text.indexOf(word);
  for (let at = inside; at !== -1; at = text.indexOf(word, at + 1)) if (beginsWord(text, at)) return 80;
  if (inside !== -1) return 60;
  for (let start = text.indexOf(word[0] ?? ''); start !== -1; start = text.indexOf(word[0] ?? '', start + 1)) {
    if (!beginsWord(text, start)) continue;
    let at = start;
    for (const letter of word.slice(1)) {
      at = text.indexOf(letter, at + 1);
      if (at === -1) return null;
    }
    return Math.max(1, 40 - (at - start - word.length + 1));
  }
  return null;
}

/** How well a text fits what was typed: each word of it must fit. Null: it doesn't fit; a shorter text fits better. */
export function fuzzyScore(text: string, typed: string): number | null {
  const folded = fold(text);
  let score = 0;
  for (const word of fold(typed).split(/\s+/).filter(Boolean)) {
    const own = wordScore(folded, word);
    if (own === null) return null;
    score += own;
  }
  return score - Math.min(folded.length, 90) / 100;
}

/** How much better something fits that was chosen lately. */
const recentBonus = 30;

/** The choices that fit what was typed, the best first; what was chosen lately comes before what fits about as well. */
export function ranked<Item extends Choice>(
  choices: readonly Item[],
  typed: string,
  recent: readonly string[],
): Item[] {
  return choices
    .map((choice) => ({ choice, score: fuzzyScore(choice.words, typed) }))
    .filter((each): each is { choice: Item; score: number } => each.score !== null)
    .map(({ choice, score }) => ({ choice, score: recent.includes(choice.key) ? score + recentBonus : score }))
    .sort((one, other) => other.score - one.score)
    .map(({ choice }) => choice);
}

/** How many choices are remembered. */
const remembered = 8;

/** What was chosen lately, with one more. */
export const withChosen = (recent: readonly string[], key: string): string[] =>
  [key, ...recent.filter((other) => other !== key)].slice(0, remembered);
