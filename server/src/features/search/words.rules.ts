/*
 * How texts are compared, in every script: case, accents, and Arabic and Hebrew marks don't count. A search finds parts of words, so each
 * text is known by its grams: every three letters that follow each other in a word, or two in scripts that need fewer letters for one.
 */

/** A text in the form that's compared. */
export interface Folded {
  text: string;
  /** The start and end in the original, in code points, of what each of its UTF-16 units stands for. */
  placeOf(unit: number): [start: number, end: number];
}

/** Marks on or between letters that are ignored. Vowels and tones of other scripts aren't. */
const marks =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]|[\u08d3-\u08ff]|[\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]|[\u00ad\u0640\u200b-\u200f\u2060\ufeff]/gu;

/** A unit that's normalized as one: a Korean syllable, or a letter with its marks. */
const cluster =
  /[\u1100-\u115f\ua960-\ua97f][\u1160-\u11a7\ud7b0-\ud7c6]*[\u11a8-\u11ff\ud7cb-\ud7fb]*|[\s\S][\p{M}\uff9e\uff9f]*/gu;

const plain = /^[\x21-\x7e]$/;

/** Letters without a decomposition that people leave the stroke out of. */
const strokes: Readonly<Record<string, string>> = { ı: 'i', đ: 'd', ø: 'o', ł: 'l', ħ: 'h', ŧ: 't' };

/** Through capitals, so that letters that only differ in lower case are the same: ß and ss, σ and ς. */
const foldLetter = (letter: string): string => {
  const small = letter.toUpperCase().toLowerCase();
  return strokes[small] ?? (small === 'ς' ? 'σ' : small);
};

/** A cache: the same letters occur again and again, normalizing takes long, and a search compares thousands of texts. */
const known = new Map<string, string>();
const mostKnown = 50_000;

function foldCluster(letters: string): string {
  const before = known.get(letters);
  if (before !== undefined) return before;
  const folded = foldAnew(letters);
  if (known.size >= mostKnown) known.clear();
  if (letters.length <= 4) known.set(letters, folded);
  return folded;
}

const foldAnew = (letters: string): string => {
  if (/^\s/u.test(letters)) return ' ';
  if (plain.test(letters)) return letters.toLowerCase();
  const bare = letters.normalize('NFKD').replace(marks, '');
  return [...bare].map(foldLetter).join('').normalize('NFKD').replace(marks, '').normalize('NFKC');
};

/** A text in the form that's compared; several spaces become one. */
export function fold(original: string): Folded {
  // A shortcut for most texts in many languages, at a fraction of the time.
  if (/^[\x20-\x7e]*$/.test(original) && !original.includes('  '))
    return { text: original.toLowerCase(), placeOf: (unit) => [unit, unit + 1] };
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  let at = 0;
  for (const [letters] of original.matchAll(cluster)) {
    const size = [...letters].length;
    const folded = foldCluster(letters);
    const isSpaceAgain = folded === ' ' && text.endsWith(' ');
    if (!isSpaceAgain) {
      const points = [...folded];
      // If the number of letters stays the same, each keeps its own position: a vowel of Thai isn't one letter with its consonant.
      const isOneToOne = points.length === size;
      points.forEach((point, index) => {
        for (let unit = 0; unit < point.length; unit += 1) {
          starts.push(isOneToOne ? at + index : at);
          ends.push(isOneToOne ? at + index + 1 : at + size);
        }
      });
      text += folded;
    }
    at += size;
  }
  return { text, placeOf: (unit) => [starts[unit] ?? 0, ends[unit] ?? 0] };
}

const dense =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** Whether grams of two letters are selective enough; called for every letter of every text, and most are ASCII. */
const isDense = (letter: string): boolean => letter.charCodeAt(0) > 0x7f && dense.test(letter);

/**
 * The grams of a folded text; none if it's too short for one. A gram is a number (FNV-1a), and different grams may collide, so hits are
 * compared again.
 */
export function gramsOf(folded: string): number[] {
  const grams = new Set<number>();
  for (const word of folded.split(' ')) {
    const letters = [...word];
    const kinds = letters.map(isDense);
    letters.forEach((_, start) => {
      const end = start + (kinds[start] ? 2 : 3);
      if (end > letters.length) return;
      let value = 0x811c9dc5;
      for (let at = start; at < end; at += 1) {
        // Letters of two kinds of scripts form no gram.
        if (kinds[at] !== kinds[start]) return;
        const letter = letters[at] ?? '';
        for (let unit = 0; unit < letter.length; unit += 1)
          value = Math.imul(value ^ letter.charCodeAt(unit), 0x01000193);
      }
      grams.add(value | 0);
    });
  }
  return [...grams];
}

/**
 * The positions of folded words in a text: `[start, end]` in code points of the original, the end exclusive, in order. Undefined: one of
 * them doesn't occur.
 */
export function matchesIn(original: string, words: readonly string[]): [number, number][] | undefined {
  const { text, placeOf } = fold(original);
  const found: [number, number][] = [];
  for (const word of words) {
    let at = text.indexOf(word);
    if (at === -1) return undefined;
    while (at !== -1) {
      found.push([placeOf(at)[0], placeOf(at + word.length - 1)[1]]);
      at = text.indexOf(word, at + word.length);
    }
  }
  found.sort(([one, oneEnd], [other, otherEnd]) => one - other || oneEnd - otherEnd);
  const merged: [number, number][] = [];
  for (const [start, end] of found) {
    const last = merged.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
