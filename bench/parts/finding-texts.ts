import { searchableComments } from '../../server/src/features/comments/public.ts';
import { searchablePosts } from '../../server/src/features/posts/public.ts';
import type { Searchable, TextKey } from '../../server/src/features/rich-text/public.ts';
import { searchableMessages } from '../../server/src/features/rooms/public.ts';
import { storeGrams } from '../../server/src/features/search/index.queries.ts';
import { indexed } from '../../server/src/features/search/index.service.ts';
import { type Database, openDatabase } from '../../server/src/platform/database/database.ts';
import { createLog } from '../../server/src/platform/logging/logging.ts';
import type { Bench } from '../bench.ts';

/* Messages in twelve languages, half of them in groups of the person who searches. */

/** A few words of each language; texts are made of them. */
export const languages: Readonly<Record<string, string>> = {
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

/** How many groups the searcher, the seed's first person, is in; there are as many groups of other people. */
export const rooms = 50;
export const searcher = 1;
/** One text in this many also has a rare word: a word of its language followed by a number. */
const rareEvery = 1000;
const atOnce = 10_000;

export interface Text {
  /** The first are the searcher's. */
  room: number;
  content: string;
  /** A word that hardly any other text has. */
  rare?: string;
}

/** The same texts each time. */
export function* textsOf(count: number): Generator<Text> {
  let seed = 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((seed / 0x80000000) * below);
  };
  const words = Object.entries(languages).map(([name, all]) => ({ name, own: all.split(' ') }));
  for (let n = 0; n < count; n += 1) {
    const { name, own } = words[n % words.length] ?? { name: '', own: [] };
    const chosen = Array.from({ length: 6 + random(6) }, () => own[random(own.length)]);
    // Coprime with the number of languages, so that each has some.
    const rare = n % (rareEvery + 1) === 0 ? `${own[random(own.length)]}${random(900) + 100}` : undefined;
    const gap = name === 'Chinese' || name === 'Japanese' || name === 'Thai' ? '' : ' ';
    const content = [...chosen, ...(rare === undefined ? [] : [rare])].join(gap);
    yield { room: random(2 * rooms), content, ...(rare !== undefined && { rare }) };
  }
}

/** Two people in each group. @returns their ids, the searcher's first */
async function openRooms(bench: Bench): Promise<string[]> {
  const { query } = await bench.database();
  const made = await query<{ id: string }>(
    `with people as materialized (
       select n, sessions.user_id as id from generate_series(1, ${3 * rooms + 1}) n
       join sessions on sessions.token_hash = sha256(convert_to('bench-' || n, 'UTF8'))
     ), pairs as (
       select one.n as place, one.id as a, other.id as b, gen_random_uuid() as room from people one join people other on
         case when one.n <= ${rooms + 1} then other.n = ${searcher} and one.n > ${searcher} else other.n = one.n + ${rooms} and one.n <= ${2 * rooms + 1} end
     ), opened as (
       insert into rooms (id, kind, owner_id, name, created_at, active_at) select room, 'group', a, 'bench finding', now(), now() from pairs
     ), members as (
       insert into room_members (room_id, user_id, listed_id) select room, member.id, 0 from pairs cross join lateral unnest(array[a, b]) member (id)
     )
     select room as id from pairs order by place`,
  );
  return made.map(({ id }) => id);
}

async function write(bench: Bench, count: number): Promise<void> {
  const { query } = await bench.database();
  const ids = await openRooms(bench);
  const [first] = await query<{ id: string }>(`select nextval('message_ids') as id`);
  const firstId = Number(first?.id);
  let some: Text[] = [];
  let done = 0;
  const store = async () => {
    bench.say(`writing messages, ${Math.round((100 * done) / count)}%`);
    await query(
      `insert into messages (room_id, id, sender_id, created_at, content)
       select room, $1::bigint + place - 1, owner_id, now(), content
       from unnest($2::uuid[], $3::text[]) with ordinality given (room, content, place) join rooms on rooms.id = room`,
      [firstId + done, some.map(({ room }) => ids[room]), some.map(({ content }) => content)],
    );
    done += some.length;
    some = [];
  };
  for (const text of textsOf(count)) {
    some.push(text);
    if (some.length === atOnce) await store();
  }
  if (some.length > 0) await store();
  await query(`select setval('message_ids', ${firstId + count})`);
  await query(`update rooms set last_id = (select max(id) from messages where room_id = rooms.id) where id = any($1)`, [
    ids,
  ]);
  await query('create table bench_finding (texts integer not null, first_id bigint not null)');
  await query('insert into bench_finding values ($1, $2)', [count, firstId]);
}

/** Like the product's job, but with more texts at a time. */
async function indexAll(db: Database, { older }: Searchable, indexing: (count: number) => void): Promise<void> {
  for (let before: TextKey | undefined; ; ) {
    const texts = await older(db.kysely, before, atOnce);
    before = texts.at(-1);
    if (before === undefined) return;
    await db.transaction((tx) => storeGrams(tx, texts.map(indexed), false));
    indexing(texts.length);
  }
}

/** All posts, comments and messages. The indexes are made at the end, which takes a fraction of the time. */
async function index(bench: Bench): Promise<void> {
  const { query, url } = await bench.database();
  const db = openDatabase({ connectionString: url }, createLog('silent'));
  await query('truncate search_texts, search_waiting, search_filling');
  const indexes = await query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'search_texts' and indexdef ilike '% using gin %'`,
  );
  for (const { indexname } of indexes) await query(`drop index ${indexname}`);
  let done = 0;
  const indexing = (count: number) => {
    done += count;
    if (done % (10 * atOnce) === 0) bench.say(`indexing: ${done.toLocaleString('en')} texts`);
  };
  const kinds = [searchablePosts, searchableComments, searchableMessages];
  await Promise.all(kinds.map((searchable) => indexAll(db, searchable, indexing)));
  await db.close();
  bench.say('making the indexes of grams');
  await query(`set maintenance_work_mem = '1GB'`);
  for (const { indexdef } of indexes) await query(indexdef);
  await query('reset maintenance_work_mem');
}

/** Writes the texts and indexes everything, unless that's been done. @returns the first message's id; the others follow */
export async function fill(bench: Bench, count: number): Promise<number> {
  const { query } = await bench.database();
  const [known] = await query<{ is: boolean }>(`select to_regclass('bench_finding') is not null as is`);
  const read = async () =>
    (await query<{ first_id: string }>('select first_id from bench_finding where texts = $1', [count]))[0];
  if (!(known?.is && (await read()))) {
    await query('set session_replication_role = replica');
    await query('set synchronous_commit = off');
    await query('drop table if exists bench_finding');
    await query(`delete from messages where room_id in (select id from rooms where name = 'bench finding')`);
    await query(`delete from room_members where room_id in (select id from rooms where name = 'bench finding')`);
    await query(`delete from rooms where name = 'bench finding'`);
    await write(bench, count);
    await index(bench);
    await query('reset session_replication_role');
    await query('reset synchronous_commit');
    await query('vacuum analyze search_texts, messages, rooms, room_members');
    await query('checkpoint');
  }
  return Number((await read())?.first_id);
}
