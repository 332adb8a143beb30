import { limits } from '@hubbub/contract/platform/limits.ts';
import { isReservedName } from '@hubbub/contract/platform/names.ts';
import transliterate from '@sindresorhus/transliterate';

/** The base of usernames for names that can't be written in Latin letters. */
const fallback = 'member';

/** A name in the letters a username may have: `Łukasz Żak` is `lukasz_zak`. Empty if it has none that can be transliterated. */
function slugOf(name: string): string {
  const plain = transliterate(name.normalize('NFC'))
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’ʼ‘`´]/gu, '');
  return plain.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '');
}

const cut = (text: string, length: number) => text.slice(0, length).replace(/_$/, '');

/** The username for a name; with `count`, the next ones to try when it's taken. */
function candidate(slug: string, count: number): string {
  const needsNumber = slug === '' || slug.length < limits.username.min;
  if (count === 1 && !needsNumber) return cut(slug, limits.username.max);
  const ending = `_${count}`;
  return cut(slug || fallback, limits.username.max - ending.length) + ending;
}

/**
 * Makes a different username for each name.
 * @param isTaken whether a lowercase username belongs to somebody else, or is given to somebody in the same list
 */
export function makeUsernames(names: readonly (string | null)[], isTaken: (username: string) => boolean): string[] {
  const made = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((name) => {
    const slug = slugOf(name ?? '');
    for (let count = counts.get(slug) ?? 1; ; count += 1) {
      const username = candidate(slug, count);
      if (made.has(username) || isTaken(username) || isReservedName(username)) continue;
      made.add(username);
      counts.set(slug, count + 1);
      return username;
    }
  });
}
