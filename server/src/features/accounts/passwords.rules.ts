/** Names shorter than this are part of too many other words. */
const shortestName = 3;

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** A name, and each of its words. */
function wordsOf(name: string): string[] {
  return [name, ...name.split(/[^\p{L}\p{M}\p{N}]+/u)]
    .map(plain)
    .filter((word) => [...word].length >= shortestName && /\p{L}/u.test(word));
}

/** Whether a password is only made of these names, with digits and signs or without. */
export function isMadeOfNames(password: string, names: readonly string[]): boolean {
  const given = plain(password);
  const words = names.flatMap(wordsOf).sort((a, b) => b.length - a.length);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), given);
  return rest !== given && !/\p{L}/u.test(rest);
}

/** What somebody is called, as others may know it: the username, the name, and the address before its @. */
export function namesOf(person: { username: string; name: string | null; email: string | null }): string[] {
  return [person.username, person.name ?? '', person.email?.replace(/@[^@]*$/, '') ?? ''];
}
