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

/** Whether a password consists only of these normalized words, with or without digits and signs. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const given = plain(password);
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), given);
  return rest !== given && !/\p{L}/u.test(rest);
}

/** Whether a password consists only of these names, with or without digits and signs. */
export function isMadeOfNames(password: string, names: readonly string[]): boolean {
  return isMadeOf(password, names.flatMap(wordsOf));
}

/** Whether a password is somebody's whole address, ignoring case, with or without more digits and signs. */
export function isMadeOfEmail(password: string, email: string | null): boolean {
  return email !== null && isMadeOf(password, [plain(email)]);
}

/** The names of a person that others may know: the username, the name, and the address before its @. */
export function namesOf(person: { username: string; name: string | null; email: string | null }): string[] {
  return [person.username, person.name ?? '', person.email?.replace(/@[^@]*$/, '') ?? ''];
}
