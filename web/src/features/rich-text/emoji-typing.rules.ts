import type { Naming } from '#features/rich-text/mention-typing.rules.ts';

/**
 * A colon that ends a word, or is part of a time or an address, begins no emoji; nor does one with a single letter, which may be a smiley.
 */
const typed = /(?<![\p{L}\p{N}:/]):(\p{L}[\p{L}_]{1,30})$/u;

/** The word for an emoji that's being typed at the caret, if any. */
export function emojiNamingAt(text: string, caret: number): Naming | undefined {
  const match = typed.exec(text.slice(0, caret));
  return match === null ? undefined : { start: match.index, end: caret, query: match[1] ?? '' };
}

/** How many emoji are suggested. */
const most = 6;

/** Emoji with exactly this name come first, then those whose names begin with it. */
export function rankedEmoji<Emoji extends { names: readonly string[] }>(
  found: readonly Emoji[],
  query: string,
): Emoji[] {
  const rankOf = ({ names }: Emoji) => {
    if (names.includes(query)) return 0;
    return names.some((name) => name.startsWith(query)) ? 1 : 2;
  };
  return found.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, most);
}
