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

/** Whether a password is only made of these words, which are plain, with digits and signs or without. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const given = plain(password);
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), given);
  return rest !== given && !/\p{L}/u.test(rest);
}

/** Whether a password is only made of these names, with digits and signs or without. */
export function isMadeOfNames(password: string, names: readonly string[]): boolean {
  return isMadeOf(password, names.flatMap(wordsOf));
}

/** Whether a password is somebody's whole address, in whatever case, with more digits and signs or without. */
export function isMadeOfEmail(password: string, email: string | null): boolean {
  return email !== null && isMadeOf(password, [plain(email)]);
}

/** What somebody is called, as others may know it: the username, the name, and the address before its @. */
export function namesOf(person: { username: string; name: string | null; email: string | null }): string[] {
  return [person.username, person.name ?? '', person.email?.replace(/@[^@]*$/, '') ?? ''];
}
