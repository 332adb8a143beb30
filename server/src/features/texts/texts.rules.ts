/** A name after an at sign, from `start` up to `end` in code points. */
export interface NamedPart {
  start: number;
  end: number;
  name: string;
}

/** Not within a word, an email address or a link, and of a username's length. */
const named = /(?<![\p{L}\p{N}\p{M}_@./:?&=#+~%-])@(\w{3,30})(?![\p{L}\p{N}\p{M}_@])/gu;

/** How many people a text mentions at most; the rest stays text. */
export const maxMentioned = 20;

/** The parts of a text that may mention somebody, in order. */
export function namedParts(text: string): NamedPart[] {
  if (!text.includes('@')) return [];
  const parts: NamedPart[] = [];
  let [units, points] = [0, 0];
  for (const match of text.matchAll(named)) {
    points += [...text.slice(units, match.index)].length;
    units = match.index;
    parts.push({ start: points, end: points + match[0].length, name: match[1] ?? '' });
  }
  return parts;
}

/** What a text's names are looked up by: lowercase, each once. */
export const namesIn = (parts: readonly NamedPart[]): string[] =>
  [...new Set(parts.map(({ name }) => name.toLowerCase()))].slice(0, maxMentioned);

/** The mentions among these parts. @param found the ids of those who may be mentioned, by lowercase name; null: everyone */
export function mentionsAmong(parts: readonly NamedPart[], found: ReadonlyMap<string, string | null>) {
  return parts.flatMap(({ start, end, name }) => {
    const id = found.get(name.toLowerCase());
    return id === undefined ? [] : [{ start, end, id }];
  });
}

/** Whom a text mentions that didn't before; null: everyone. Both are the column `mentions`, the first parsed, the second as JSON text. */
export function newlyMentioned(before: unknown, after: string | null): (string | null)[] {
  const idsIn = (mentions: unknown) => new Set(((mentions ?? []) as { id: string | null }[]).map(({ id }) => id));
  const known = idsIn(before);
  return [...idsIn(after === null ? null : JSON.parse(after))].filter((id) => !known.has(id));
}
