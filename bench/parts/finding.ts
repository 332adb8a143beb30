import type { Request } from 'autocannon';
import { fold } from '../../server/src/features/search/words.rules.ts';
import type { Bench, Part } from '../bench.ts';
import { load } from '../children.ts';
import { medianOf } from '../measure.ts';
import { sessionTokenOf } from '../seed.ts';
import { milliseconds, plain, type Row } from '../table.ts';
import { fill, languages, rooms, searcher, textsOf } from './finding-texts.ts';

const connections = 4;
/** Milliseconds. */
const wanted = 50;
const wantedSize = 6;
/** At most this many pages of a common word's hits are compared. */
const mostPages = 3;
const wordsEach = 5;

interface Found {
  messages: { _id: string }[];
  next: { messages: string | null };
  partial: boolean;
}

const cookie = `hubbub=${sessionTokenOf(searcher)}`;
const pathOf = (word: string, more = '&in=messages&size=20') => `/v1/search?query=${encodeURIComponent(word)}${more}`;

/** The messages that a word finds, the newest first: all, or the first pages. Undefined: only the newest were looked through. */
async function findAll(url: string, word: string): Promise<{ ids: string[]; isAll: boolean } | undefined> {
  const ids: string[] = [];
  let before: string | null | undefined;
  for (let page = 0; page < mostPages && before !== null; page += 1) {
    const more = `&in=messages&size=50${before === undefined ? '' : `&before=${before}`}`;
    const response = await fetch(url + pathOf(word, more), { headers: { cookie } });
    const { messages, next, partial } = (await response.json()) as Found;
    if (partial) return undefined;
    ids.push(...messages.map(({ _id }) => _id));
    before = next.messages;
  }
  return { ids, isAll: before === null };
}

interface Words {
  rare: string[];
  common: string[];
}

/** For each word, the ids of the messages in the searcher's rooms that contain it, in order, found by scanning all texts. */
function scan(count: number, firstId: number, words: readonly string[]): Map<string, number[]> {
  const wanted = words.map((word) => ({ folded: fold(word).text, ids: [] as number[] }));
  let id = firstId;
  for (const { room, content } of textsOf(count)) {
    if (room < rooms) {
      const { text } = fold(content);
      for (const { folded, ids } of wanted) if (text.includes(folded)) ids.push(id);
    }
    id += 1;
  }
  return new Map(words.map((word, index) => [word, wanted[index]?.ids ?? []]));
}

/** Compares the search results with those of a scan of all texts. */
async function compare(bench: Bench, words: readonly string[], scanned: ReadonlyMap<string, readonly number[]>) {
  const { url } = await bench.server();
  const result = { searched: 0, partial: 0, expected: 0, missed: 0, tooMany: 0 };
  for (const word of words) {
    const found = await findAll(url, word);
    if (found === undefined) {
      result.partial += 1;
      continue;
    }
    const all = scanned.get(word) ?? [];
    const expected = found.isAll ? all : all.slice(-found.ids.length);
    const got = new Set(found.ids.map(Number));
    result.searched += 1;
    result.expected += expected.length;
    result.missed += expected.filter((id) => !got.has(id)).length;
    result.tooMany += found.ids.length - expected.filter((id) => got.has(id)).length;
  }
  return result;
}

async function speed(bench: Bench, what: string, words: readonly string[], more?: string): Promise<Row> {
  const { url } = await bench.server();
  const requests = words.map((word): Request => ({ method: 'GET', path: pathOf(word, more), headers: { cookie } }));
  const run = () => load({ url, connections, seconds: bench.seconds, requests });
  await run();
  const runs = [await run()];
  for (let round = 1; round < bench.rounds; round += 1) runs.push(await run());
  const measured = medianOf(runs);
  return {
    what: `${what}, ${connections} at a time, for somebody in ${rooms} rooms`,
    ours: [milliseconds(measured.p50, 'p50'), milliseconds(measured.p95, 'p95')],
    wanted: `p95 at most ${wanted} ms`,
    met: measured.p95 <= wanted && measured.failed === 0,
  };
}

/** Search words from the messages, and from the seed's posts, whose texts differ only in a number. */
function chooseWords(count: number, posts: number): Words & { everywhere: Words } {
  const rare = new Map(Object.keys(languages).map((name) => [name, [] as string[]]));
  const names = [...rare.keys()];
  let n = 0;
  for (const text of textsOf(count)) {
    const some = rare.get(names[n % names.length] ?? '');
    if (text.rare !== undefined && some && some.length < wordsEach) some.push(text.rare);
    n += 1;
  }
  const chosen = {
    rare: [...rare.values()].flat(),
    common: Object.values(languages).flatMap((words) => words.split(' ').slice(0, wordsEach)),
  };
  const numbers = Array.from({ length: 20 }, (_, step) => String(Math.floor((posts * (step + 1)) / 21)));
  const everywhere = {
    rare: [...chosen.rare, ...numbers],
    common: [...chosen.common, 'river', 'walk', 'friends', 'number', 'dog'],
  };
  return { ...chosen, everywhere };
}

/** The search for messages, in twelve languages. */
export const finding: Part = {
  name: 'finding',
  meaning: 'searching messages in twelve languages, compared with a scan of all of them',
  async run(bench) {
    const { query, size } = await bench.database();
    const count = bench.messages;
    const firstId = await fill(bench, count);
    await query(
      `select pg_prewarm(c.oid) from pg_class c where c.relname in ('search_texts', 'search_texts_messages', 'search_texts_others', 'search_texts_pkey', 'messages_pkey')`,
    );
    const { everywhere, ...words } = chooseWords(count, size.posts);
    bench.say('scanning all messages');
    const scanned = scan(count, firstId, [...words.rare, ...words.common]);
    const rows: Row[] = [];
    for (const kind of ['rare', 'common'] as const) {
      bench.say(`comparing: ${kind} words`);
      const { searched, partial, expected, missed, tooMany } = await compare(bench, words[kind], scanned);
      rows.push({
        what: `${kind} words in twelve languages among ${count.toLocaleString('en')} messages, compared with a scan`,
        ours: `${searched} whole, ${partial} partial; of ${expected.toLocaleString('en')} hits ${missed} missed, ${tooMany} too many`,
        wanted: 'none missed, none too many',
        met: missed === 0 && tooMany === 0,
      });
      rows.push(await speed(bench, `Messages with ${kind} words`, words[kind]));
      rows.push(await speed(bench, `Everything with ${kind} words`, everywhere[kind], '&size=10'));
    }
    const [stored] = await query<{ index: string; text: string }>(
      `select pg_total_relation_size('search_texts') as index,
         (select sum(octet_length(content)) from messages) + (select sum(octet_length(content)) from posts) +
         (select sum(octet_length(content)) from comments) as text`,
    );
    const ratio = Number(stored?.index) / Number(stored?.text);
    rows.push({
      what: 'Grams and their index, as a multiple of the text of posts, comments and messages',
      ours: plain(ratio),
      wanted: `at most ${wantedSize}`,
      met: ratio <= wantedSize,
    });
    return rows;
  },
};
