import type { Request } from 'autocannon';
import type { Part } from '../bench.ts';
import { load } from '../children.ts';
import { type Measured, medianOf } from '../measure.ts';
import { milliseconds, perSecond, type Row } from '../table.ts';
import { anyCookie } from './requests.ts';

/** Few at a time: a person waits for one. */
const searchers = 4;
/** Milliseconds. */
const wanted = 30;
/** People whose names are typed. */
const asked = 300;

/** A word with one slip of the finger, of the four kinds in turn: swapped, left out, another letter, one too many. */
function slip(word: string, index: number): string {
  const place = 1 + (index % Math.max(1, word.length - 2));
  const [before, letter, next, after] = [
    word.slice(0, place),
    word.charAt(place),
    word.charAt(place + 1),
    word.slice(place + 2),
  ];
  return [
    before + next + letter + after,
    before + next + after,
    `${before}y${next}${after}`,
    before + letter + letter + next + after,
  ][index % 4] as string;
}

const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const isDense = (name: string) => /[\u3040-\u9fff\uac00-\ud7af]/u.test(name);

/** What people type to find these, by kind. */
function queriesFor(people: readonly { username: string; name: string }[]): Map<string, string[]> {
  const spaced = people.filter(({ name }) => !isDense(name)).map(({ name }) => name);
  const accented = spaced.filter((name) => bare(name) !== name.toLowerCase());
  const characters = people.filter(({ name }) => isDense(name)).map(({ name }) => [...name]);
  const words = spaced.map((name, index) => bare(name).split(' ')[index % 2] ?? '');
  return new Map([
    ['the beginning of a name, 2 to 5 letters', words.map((word, index) => word.slice(0, 2 + (index % 4)))],
    ['a whole name', spaced],
    ['a username, from its first letter on', people.map(({ username }, index) => username.slice(0, 1 + (index % 14)))],
    ['a name with a slip', words.map(slip)],
    [
      'a beginning of 4 to 6 letters with a slip',
      words.map((word, index) => slip(word.slice(0, 4 + (index % 3)), index)),
    ],
    [
      'first and last name, one with a slip',
      spaced.map((name, index) =>
        bare(name)
          .split(' ')
          .map((word, at) => (at === index % 2 ? slip(word, index) : word))
          .join(' '),
      ),
    ],
    ['accents, with and without them', accented.map((name, index) => (index % 2 ? bare(name) : name.slice(0, 5)))],
    [
      'Chinese, Japanese and Korean, 1 to 3 characters',
      characters.map((name, index) => name.slice(index % 2, 1 + (index % 3)).join('') || (name[0] ?? '')),
    ],
    ['nobody', words.map((word, index) => `${'qxzwv'.slice(index % 3)}${word.slice(0, 3)}${index % 2 ? 'qx' : ''}`)],
  ]);
}

/** Searches among all seeded people through HTTP: of all kinds mixed, and of each kind by itself. */
export const search: Part = {
  name: 'search',
  meaning: 'search for people',
  peopleOnly: true,
  async run(bench) {
    const { size, query } = await bench.database();
    const { url } = await bench.server();
    const share = Math.min(100, (100 * asked) / size.people);
    const people = await query<{ username: string; name: string }>(
      `select username, name from users tablesample bernoulli (${share}) repeatable (7) where name is not null order by id`,
    );
    const requestsOf = (words: readonly string[]): Request[] =>
      words.map((word) => ({
        method: 'GET',
        path: `/v1/users?query=${encodeURIComponent(word)}&size=10`,
        headers: { cookie: anyCookie(size.people) },
      }));
    const kinds = queriesFor(people);
    const run = (words: readonly string[], seconds: number) =>
      load({ url, connections: searchers, seconds, requests: requestsOf(words) });
    const all = [...kinds.values()].flat();
    await run(all, bench.seconds);
    const rounds: Measured[] = [];
    for (let round = 0; round < bench.rounds; round += 1) rounds.push(await run(all, bench.seconds));
    const { perSecond: rate, p50, p95, failed } = medianOf(rounds);
    const rows: Row[] = [
      {
        what: `Search among ${size.people.toLocaleString('en')} people, of all kinds, ${searchers} at a time`,
        ours: `p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)}, ${perSecond(rate)}`,
        wanted: `p95 under ${wanted} ms`,
        met: p95 < wanted && failed === 0,
      },
    ];
    for (const [kind, words] of kinds) {
      bench.say(`measuring: search, ${kind}`);
      const one = await run(words, bench.seconds / 2);
      rows.push({
        what: `the same: ${kind}`,
        ours: `p50 ${milliseconds(one.p50)}, p95 ${milliseconds(one.p95)}`,
        ...(one.failed > 0 ? { met: false, wanted: `no failures, there were ${one.failed}` } : {}),
      });
    }
    return rows;
  },
};
