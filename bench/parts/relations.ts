import type { Bench, Part } from '../bench.ts';
import { load } from '../children.ts';
import { sessionTokenOf } from '../seed.ts';
import { perSecond, type Row } from '../table.ts';
import { inTurn } from './in-turn.ts';

const connections = 32;
/** People with blocks and mutes, and as many with none. */
const viewers = 200;
const blocks = 250;
const mutes = 250;
/** Lowest acceptable share of the rate for people with none. */
const wantedShare = 0.75;

/** Gives the first people their blocks and mutes, of people in the second half, so that the next ones are in none. */
async function turnAway({ database }: Bench): Promise<void> {
  const { size, query } = await database();
  await query(
    `with people as (select id, row_number() over (order by id) as n from users),
       viewer as (select id, n from people where n <= $1::int),
       other as (select id, n from people where n > $2::int / 2),
       pair as (
         select viewer.id as user_id, other.id as other_id, row_number() over (partition by viewer.id order by md5(other.id::text || viewer.n)) as place
         from viewer join other on (other.n + viewer.n) % greatest(1, $2::int / 2 / ($3::int + $4::int)) = 0
       ),
       wanted as (select * from pair where place <= $3::int + $4::int)
     insert into relations (user_id, other_id, kind)
     select user_id, other_id, case when place <= $3::int then 'block' else 'mute' end from wanted
     union all select other_id, user_id, 'blocked_by' from wanted where place <= $3::int
     on conflict do nothing`,
    [viewers, size.people, blocks, mutes],
  );
  await query('analyze relations');
}

const readsOfPeople = (from: number, posts: number) =>
  Array.from({ length: 4000 }, (_, index) => ({
    method: 'GET' as const,
    path: `/v1/posts?size=${posts}`,
    headers: { cookie: `hubbub=${sessionTokenOf(from + 1 + (index % viewers))}` },
  }));

async function compare(bench: Bench, posts: number): Promise<Row> {
  const { url } = await bench.server();
  const run = (from: number) => (seconds: number) =>
    load({ url, connections, seconds, requests: readsOfPeople(from, posts) });
  const { one, other, ratio } = await inTurn(bench, run(0), run(viewers));
  return {
    what: `Feed page of ${posts} for people with ${blocks} blocks and ${mutes} mutes vs. people with none`,
    ours: perSecond(one.perSecond),
    limit: perSecond(other.perSecond),
    ratio,
    inShort: `Feed page of ${posts} with ${blocks + mutes} blocks and mutes`,
    wanted: `at least ${wantedShare} of the rate for people with none`,
    met: ratio >= wantedShare && one.failed === 0 && other.failed === 0,
  };
}

export const relations: Part = {
  name: 'relations',
  meaning: 'the feed of people with many blocks and mutes vs. people with none',
  async run(bench) {
    await turnAway(bench);
    return [await compare(bench, 5), await compare(bench, 30)];
  },
};
