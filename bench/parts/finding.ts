import type { Request } from 'autocannon';
import { fold } from '../../server/src/features/search/words.rules.ts';
import type { Bench, Part } from '../bench.ts';
import { load } from '../children.ts';
import { medianOf } from '../measure.ts';
import { sessionTokenOf } from '../seed.ts';
import { milliseconds, plain, type Row } from '../table.ts';

/** A few words of each language; texts are made of them. */
const languages: Readonly<Record<string, string>> = {
  Chinese: '今天 天气 很好 我们 一起 去 公园 散步 然后 喝茶 朋友 明天 会议 取消 图书馆',
  Japanese: '今日は 天気が いい 公園で 散歩して ラーメンを 食べました 友達と 図書館 カタカナ 会議',
  Korean: '오늘 날씨가 좋아서 공원에서 산책하고 커피를 마셨어요 친구와 도서관 회의 내일 취소',
  Thai: 'วันนี้ อากาศดี เราไป เดินเล่น ที่สวน กับเพื่อน กินข้าว พรุ่งนี้ ประชุม ห้องสมุด',
  Arabic: 'اليوم الطقس جميل نذهب إلى الحديقة مع الأصدقاء غداً اجتماع مكتبة الكِتاب مُدَرِّس',
  Hebrew: 'היום מזג האוויר יפה הולכים לפארק עם חברים מחר פגישה ספרייה שָׁלוֹם תּוֹדָה',
  Ukrainian: 'сьогодні погода гарна ходімо до парку з друзями завтра зустріч бібліотека їжак ґанок',
  German:
    'Donaudampfschifffahrt Straßenbahnhaltestelle Bibliotheksausweis Grüße morgen Besprechung Überraschung Kühlschrank',
  Turkish: 'ılık ıspanak İstanbul ışık bugün hava güzel parkta yürüyüş yarın toplantı kütüphane ığdır',
  Vietnamese: 'hôm nay trời đẹp chúng ta đi dạo công viên với bạn bè ngày mai cuộc họp thư viện phở',
  Greek: 'σήμερα ο καιρός είναι ωραίος πάμε βόλτα στο πάρκο αύριο συνάντηση βιβλιοθήκη φίλος λόγος',
  English: 'today the weather is fine we walk in the park with friends tomorrow meeting library café naïve',
};

const connections = 4;
/** Conversations of whoever searches, who is the first of the seed's people, and as many of others. */
const rooms = 50;
const searcher = 1;
/** Milliseconds. */
const wanted = 50;
const wantedSize = 6;
/** One text in so many has a word that's rare, with a number, after one of the language. */
const rareEvery = 1000;
const atOnce = 10_000;
/** A common word's hits are compared up to so many pages. */
const mostPages = 10;

interface Text {
  room: number;
  content: string;
}

/** The same texts each time. */
function textsOf(count: number): { texts: Text[]; rare: Map<string, string[]> } {
  let seed = 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((seed / 0x80000000) * below);
  };
  const names = Object.keys(languages);
  const words = new Map(names.map((name) => [name, languages[name]?.split(' ') ?? []]));
  const rare = new Map<string, string[]>(names.map((name) => [name, []]));
  const texts = Array.from({ length: count }, (_, n): Text => {
    const name = names[n % names.length] ?? '';
    const own = words.get(name) ?? [];
    const chosen = Array.from({ length: 6 + random(6) }, () => own[random(own.length)]);
    // Coprime with the number of languages, so that each has some.
    if (n % (rareEvery + 1) === 0) {
      const word = `${own[random(own.length)]}${random(900) + 100}`;
      rare.get(name)?.push(word);
      chosen.push(word);
    }
    const gap = name === 'Chinese' || name === 'Japanese' || name === 'Thai' ? '' : ' ';
    return { room: random(2 * rooms), content: chosen.join(gap) };
  });
  return { texts, rare };
}

const numbered = `select n, sessions.user_id as id from generate_series(1, ${3 * rooms + 1}) n
  join sessions on sessions.token_hash = sha256(convert_to('bench-' || n, 'UTF8'))`;

/** Conversations of the searcher, then of others; in order. */
async function openRooms(bench: Bench): Promise<string[]> {
  const { query } = await bench.database();
  const made = await query<{ id: string }>(
    `with people as materialized (${numbered}), pairs as (
       select one.n as place, one.id as a, other.id as b from people one join people other on
         case when one.n <= ${rooms + 1} then other.n = ${searcher} and one.n > ${searcher} else other.n = one.n + ${rooms} and one.n <= ${2 * rooms + 1} end
     ), opened as (
       insert into rooms (id, kind, pair, created_at, active_at)
       select gen_random_uuid(), 'conversation', array[least(a, b), greatest(a, b)], now(), now() from pairs returning id, pair
     ), members as (
       insert into room_members (room_id, user_id, listed_id) select opened.id, member.id, 0 from opened cross join lateral unnest(pair) member (id)
     )
     select opened.id from pairs join opened on opened.pair = array[least(a, b), greatest(a, b)] order by pairs.place`,
  );
  return made.map(({ id }) => id);
}

/** Writes the texts, and indexes them with all posts and comments, as after an update. @returns the messages' ids */
async function fill(bench: Bench, texts: readonly Text[]): Promise<string[]> {
  const { query } = await bench.database();
  const ids = await openRooms(bench);
  const numbers: string[] = [];
  for (let start = 0; start < texts.length; start += atOnce) {
    bench.say(`writing messages, ${Math.round((100 * start) / texts.length)}%`);
    const some = texts.slice(start, start + atOnce);
    const added = await query<{ id: string }>(
      `with given as materialized (
         select room, content, nextval('message_ids') as id, place from unnest($1::uuid[], $2::text[]) with ordinality given (room, content, place)
       ), added as (
         insert into messages (room_id, id, sender_id, created_at, content)
         select room, given.id, pair[1 + place % 2], now(), content from given join rooms on rooms.id = room
       )
       select lpad(id::text, 16, '0') as id from given order by place`,
      [some.map(({ room }) => ids[room]), some.map(({ content }) => content)],
    );
    numbers.push(...added.map(({ id }) => id));
  }
  await query(`update rooms set last_id = (select max(id) from messages where room_id = rooms.id) where id = any($1)`, [
    ids,
  ]);
  await query('truncate search_texts, search_waiting, search_filling');
  await query(`insert into search_filling (kind, total) select 'posts', count(*) from posts
    union all select 'comments', count(*) from comments union all select 'messages', count(*) from messages`);
  await bench.server();
  await query(`select graphile_worker.add_job('search.fill')`);
  for (;;) {
    const left = await query<{ kind: string; done: string; total: string }>('select * from search_filling');
    if (left.length === 0) break;
    bench.say(`indexing: ${left.map(({ kind, done, total }) => `${kind} ${done} of ${total}`).join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  await query('vacuum analyze search_texts, messages, rooms, room_members');
  return numbers;
}

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

/** Compares what's found with what a scan of all texts finds. */
async function compare(
  bench: Bench,
  words: readonly string[],
  mine: readonly (Text & { id: string; folded: string })[],
) {
  const { url } = await bench.server();
  const result = { searched: 0, partial: 0, expected: 0, missed: 0, tooMany: 0 };
  for (const word of words) {
    const found = await findAll(url, word);
    if (found === undefined) {
      result.partial += 1;
      continue;
    }
    const folded = fold(word).text;
    const all = mine.filter((text) => text.folded.includes(folded)).map(({ id }) => BigInt(id));
    const expected = found.isAll ? all : all.slice(-found.ids.length);
    const got = new Set(found.ids.map((id) => BigInt(id)));
    result.searched += 1;
    result.expected += expected.length;
    result.missed += expected.filter((id) => !got.has(id)).length;
    result.tooMany += found.ids.length - expected.filter((id) => got.has(id)).length;
  }
  return result;
}

async function speed(bench: Bench, kind: string, words: readonly string[]): Promise<Row> {
  const { url } = await bench.server();
  const requests = words.map((word): Request => ({ method: 'GET', path: pathOf(word), headers: { cookie } }));
  const run = () => load({ url, connections, seconds: bench.seconds, requests });
  await run();
  const runs = [await run()];
  for (let round = 1; round < bench.rounds; round += 1) runs.push(await run());
  const measured = medianOf(runs);
  return {
    what: `Messages with ${kind} words, ${connections} at a time, for somebody in ${rooms} rooms`,
    ours: [milliseconds(measured.p50, 'p50'), milliseconds(measured.p95, 'p95')],
    wanted: `p95 at most ${wanted} ms`,
    met: measured.p95 <= wanted && measured.failed === 0,
  };
}

/** The search of what was said, in twelve languages: half as many messages as the seed has posts. */
export const finding: Part = {
  name: 'finding',
  meaning: 'searching messages in twelve languages, compared with a scan of all of them',
  async run(bench) {
    const { query, size } = await bench.database();
    await query(`delete from messages where room_id in (select id from rooms where kind = 'conversation')`);
    await query(`delete from rooms where kind = 'conversation'`);
    const { texts, rare } = textsOf(size.posts / 2);
    const numbers = await fill(bench, texts);
    const mine = texts
      .map((text, index) => ({ ...text, id: numbers[index] ?? '', folded: fold(text.content).text }))
      .filter(({ room }) => room < rooms);
    const common = Object.values(languages).flatMap((words) => words.split(' ').slice(0, 5));
    const rareWords = [...rare.values()].flatMap((words) => words.slice(0, 5));
    const rows: Row[] = [];
    for (const [kind, words] of [
      ['rare', rareWords],
      ['common', common],
    ] as const) {
      bench.say(`comparing: ${kind} words`);
      const { searched, partial, expected, missed, tooMany } = await compare(bench, words, mine);
      rows.push({
        what: `${kind} words in twelve languages among ${texts.length.toLocaleString('en')} messages, compared with a scan`,
        ours: `${searched} whole, ${partial} partial; of ${expected.toLocaleString('en')} hits ${missed} missed, ${tooMany} too many`,
        wanted: 'none missed, none too many',
        met: missed === 0 && tooMany === 0,
      });
      rows.push(await speed(bench, kind, words));
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
