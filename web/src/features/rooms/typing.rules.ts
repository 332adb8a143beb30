/** Who is writing in a room, and until when that holds unless they go on: milliseconds. */
export type Writers = ReadonlyMap<string, number>;

/** Milliseconds for which somebody counts as writing: pages say so every three seconds. */
export const writingMs = 6_000;

/** Somebody has said that they're writing. */
export const withWriter = (writers: Writers, username: string, now: number): Writers =>
  new Map(writers).set(username, now + writingMs);

/** Somebody has sent what they wrote. */
export function withoutWriter(writers: Writers, username: string): Writers {
  if (!writers.has(username)) return writers;
  const left = new Map(writers);
  left.delete(username);
  return left;
}

/** Those who are still writing. */
export function stillWriting(writers: Writers, now: number): Writers {
  const left = [...writers].filter(([, until]) => until > now);
  return left.length === writers.size ? writers : new Map(left);
}

/** What a page says about those who are writing; empty for nobody. */
export function writingText(writers: Writers): string {
  const [first, second, third] = [...writers.keys()];
  if (first === undefined) return '';
  if (second === undefined) return `${first} is typing…`;
  if (third === undefined) return `${first} and ${second} are typing…`;
  return writers.size === 3 ? `${first}, ${second} and ${third} are typing…` : 'Several people are typing…';
}
