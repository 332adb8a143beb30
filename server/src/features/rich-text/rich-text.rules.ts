import type { NamedPart } from '@hubbub/contract/platform/rich-text.ts';

/** How many people a text mentions at most; the rest stays text. */
export const maxMentioned = 20;

/** The same parts with their positions in code points. */
export function inCodePoints(text: string, parts: readonly NamedPart[]): NamedPart[] {
  let [units, points] = [0, 0];
  return parts.map(({ start, end, name }) => {
    points += [...text.slice(units, start)].length;
    units = start;
    return { start: points, end: points + end - start, name };
  });
}

/** The names to look up: lowercase, each once. */
export const namesIn = (parts: readonly NamedPart[]): string[] =>
  [...new Set(parts.map(({ name }) => name.toLowerCase()))].slice(0, maxMentioned);

/** The mentions among these parts. @param found the ids of people who may be mentioned, by lowercase name; null: everyone */
export function mentionsAmong(parts: readonly NamedPart[], found: ReadonlyMap<string, string | null>) {
  return parts.flatMap(({ start, end, name }) => {
    const id = found.get(name.toLowerCase());
    return id === undefined ? [] : [{ start, end, id }];
  });
}

/**
 * The people a text mentions now and didn't before; null: everyone. Both are values of the column `mentions`, the first parsed, the second
 * as JSON text.
 */
export function newlyMentioned(before: unknown, after: string | null): (string | null)[] {
  const idsIn = (mentions: unknown) => new Set(((mentions ?? []) as { id: string | null }[]).map(({ id }) => id));
  const known = idsIn(before);
  return [...idsIn(after === null ? null : JSON.parse(after))].filter((id) => !known.has(id));
}
