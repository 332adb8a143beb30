import type { Request } from 'autocannon';
import { searchPeople } from '../../server/src/features/user-search/user-search.queries.ts';
import type { Pipeline, Statement } from '../../server/src/platform/database/database.ts';
import { hashToken } from '../../server/src/platform/sessions/sessions.ts';
import type { Bench, Part } from '../bench.ts';
import { load, rawLoad } from '../children.ts';
import { type Measured, median } from '../measure.ts';
import { findPgbench, pgbench } from '../pgbench.ts';
import { sessionTokenOf } from '../seed.ts';
import { milliseconds, perSecond, type Row } from '../table.ts';
import { inTurn } from './in-turn.ts';
import { anyCookie } from './requests.ts';

/** A few at a time: someone is waiting for each. */
const searchers = 4;
/** How many results are requested. */
const size = 10;
/** Milliseconds. */
const wanted = 30;
/** People whose names are typed. */
const asked = 300;

type Run = (seconds: number) => Promise<Measured>;

/** A word with one typo, of the four kinds in turn: swapped, missing, wrong or extra letter. */
function slip(word: string, index: number): string {
  const position = 1 + (index % Math.max(1, word.length - 2));
  const [before, letter, next, after] = [
    word.slice(0, position),
    word.charAt(position),
    word.charAt(position + 1),
    word.slice(position + 2),
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
    ['prefix of a name, 2 to 5 letters', words.map((word, index) => word.slice(0, 2 + (index % 4)))],
    ['a whole name', spaced],
    ['prefix of a username', people.map(({ username }, index) => username.slice(0, 1 + (index % 14)))],
    ['a misspelled name', words.map(slip)],
    ['a misspelled prefix of 4 to 6 letters', words.map((word, index) => slip(word.slice(0, 4 + (index % 3)), index))],
    [
      'first and last name, one misspelled',
      spaced.map((name, index) =>
        bare(name)
          .split(' ')
          .map((word, at) => (at === index % 2 ? slip(word, index) : word))
          .join(' '),
      ),
    ],
    ['accents, typed and left out', accented.map((name, index) => (index % 2 ? bare(name) : name.slice(0, 5)))],
    [
      'Chinese, Japanese and Korean, 1 to 3 characters',
      characters.map((name, index) => name.slice(index % 2, 1 + (index % 3)).join('') || (name[0] ?? '')),
    ],
    ['no match', words.map((word, index) => `${'qxzwv'.slice(index % 3)}${word.slice(0, 3)}${index % 2 ? 'qx' : ''}`)],
  ]);
}

/** The search statement, taken from where it's built. */
async function searchStatement(): Promise<Statement> {
  let statement: Statement | undefined;
  const listening: Pipeline = {
    query(given) {
      statement = given;
      return Promise.resolve([]);
    },
  };
  await searchPeople({ name: 'everybody' })(listening, Buffer.alloc(0), { query: '', size, place: null });
  if (!statement) throw new Error('A search asks the database nothing.');
  return statement;
}

/** The same statement without our server, through pgbench or, if that isn't installed, through the driver. */
async function bareSearch(bench: Bench, words: readonly string[]): Promise<{ name: string; run: Run }> {
  const { url: databaseUrl, query } = await bench.database();
  const { name, text } = await searchStatement();
  const tokenHash = hashToken(sessionTokenOf(1));
  const program = findPgbench();
  if (program === undefined) {
    const values = words.map((word) => [tokenHash.toString('hex'), word, size]);
    const statement = { name, text: text.replaceAll('$1', `decode($1, 'hex')`) };
    return {
      name: 'the same statement by the driver, without HTTP (pgbench is not installed)',
      run: (seconds) =>
        rawLoad({ databaseUrl, connections: searchers, inFlight: searchers, seconds, statement, values }),
    };
  }
  // pgbench can't pick random text, so the statement looks its word up by number.
  await query('drop table if exists bench_words');
  await query('create table bench_words (number integer primary key, word text not null)');
  await query(
    'insert into bench_words select number, word from unnest($1::text[]) with ordinality as given (word, number)',
    [words],
  );
  await query('vacuum analyze bench_words');
  const script = [
    `\\set number random(1, ${words.length})`,
    `${text
      .replaceAll('$1', `decode('${tokenHash.toString('hex')}', 'hex')`)
      .replaceAll('$2::text', '(select word from bench_words where number = :number)')
      .replaceAll('$3::int', String(size))};`,
  ].join('\n');
  return {
    name: 'pgbench, same statement',
    run: (seconds) => pgbench(program, { databaseUrl, script, clients: searchers, seconds }),
  };
}

/** Searches among all seeded people over HTTP: all kinds mixed, and each kind separately. */
export const search: Part = {
  name: 'search',
  meaning: 'searching for people, vs. the statement alone',
  peopleOnly: true,
  async run(bench) {
    const { size: seeded, query } = await bench.database();
    const { url } = await bench.server();
    const share = Math.min(100, (100 * asked) / seeded.people);
    const people = await query<{ username: string; name: string }>(
      `select username, name from users tablesample bernoulli (${share}) repeatable (7) where name is not null order by id`,
    );
    const requestsOf = (words: readonly string[]): Request[] =>
      words.map((word) => ({
        method: 'GET',
        path: `/v1/users?query=${encodeURIComponent(word)}&size=${size}`,
        headers: { cookie: anyCookie(seeded.people) },
      }));
    const kinds = queriesFor(people);
    const run = (words: readonly string[], seconds: number) =>
      load({ url, connections: searchers, seconds, requests: requestsOf(words) });
    const all = [...kinds.values()].flat();
    const bare = await bareSearch(bench, all);
    const { one, other, runs } = await inTurn(bench, (seconds) => run(all, seconds), bare.run);
    const ratio = (key: 'perSecond' | 'p95') => median(runs.map((round) => round.one[key] / round.other[key]));
    const rows: Row[] = [
      {
        what: `Search among ${seeded.people.toLocaleString('en')} people, all kinds of queries, ${searchers} at a time, vs. ${bare.name}`,
        ours: perSecond(one.perSecond),
        limit: perSecond(other.perSecond),
        ratio: ratio('perSecond'),
        inShort: `Search among ${seeded.people.toLocaleString('en')} people, ${searchers} at a time`,
        limitIs: bare.name,
        because: 'The server and the load generator use CPU time that pgbench leaves to the database.',
      },
      {
        what: 'the same, p50 and p95; ratio of p95',
        ours: [milliseconds(one.p50, 'p50'), milliseconds(one.p95, 'p95')],
        limit: [milliseconds(other.p50, 'p50'), milliseconds(other.p95, 'p95')],
        ratio: ratio('p95'),
        inShort: 'Search latency',
        limitIs: bare.name,
        wanted: `p95 under ${wanted} ms`,
        met: one.p95 < wanted && one.failed === 0,
      },
    ];
    await query('drop table if exists bench_words');
    for (const [kind, words] of kinds) {
      bench.say(`measuring: search, ${kind}`);
      const alone = await run(words, bench.seconds / 2);
      rows.push({
        what: `the same: ${kind}`,
        ours: [milliseconds(alone.p50, 'p50'), milliseconds(alone.p95, 'p95')],
        ...(alone.failed > 0 ? { met: false, wanted: `no failures, there were ${alone.failed}` } : {}),
      });
    }
    return rows;
  },
};
