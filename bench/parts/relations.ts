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
/**
 * How many communities the people with blocks and mutes are in, and how many of the newest posts count: every second one is in a community.
 */
const joined = 200;
const newest = 10_000;
/** Lowest acceptable share of the rate for people with none. */
const wantedShare = 0.75;

/** Lets the first people block and mute people of the second half, so that the next ones neither block nor are blocked. */
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

const ours = `community_id in (select id from communities where handle like 'feed_of_%')`;

/** Puts the same people into communities, half of them private, and every second of the newest posts into the public ones. */
async function joinCommunities({ database }: Bench): Promise<void> {
  const { query } = await database();
  await leaveCommunities(query);
  for (const statement of [
    'set session_replication_role = replica',
    `insert into communities (id, handle, name, created_at, visibility)
     select md5('feed of ' || n)::uuid, 'feed_of_' || n, 'Feed of ' || n, now(), case n % 2 when 0 then 'private' else 'public' end
     from generate_series(1, ${joined}) n`,
    `insert into community_members (community_id, user_id)
     select communities.id, viewer.id from communities, (select id from users order by id limit ${viewers}) viewer
     where communities.handle like 'feed_of_%'`,
    `update posts set community_id = md5('feed of ' || 1 + 2 * (latest.place / 2 % ${joined / 2}))::uuid
     from (select id, row_number() over (order by id desc) as place from posts order by id desc limit ${newest}) latest
     where posts.id = latest.id and latest.place % 2 = 0`,
    'set session_replication_role = origin',
    'vacuum analyze posts, communities, community_members',
  ])
    await query(statement);
}

async function leaveCommunities(query: (statement: string) => Promise<unknown>): Promise<void> {
  for (const statement of [
    'set session_replication_role = replica',
    `update posts set community_id = null where ${ours}`,
    `delete from community_members where ${ours}`,
    `delete from communities where handle like 'feed_of_%'`,
    'set session_replication_role = origin',
  ])
    await query(statement);
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
    what: `Feed page of ${posts} for people with ${blocks} blocks, ${mutes} mutes and ${joined} communities vs. people with none`,
    ours: perSecond(one.perSecond),
    limit: perSecond(other.perSecond),
    ratio,
    inShort: `Feed page of ${posts} with ${blocks + mutes} blocks and mutes and ${joined} communities`,
    wanted: `at least ${wantedShare} of the rate for people with none`,
    met: ratio >= wantedShare && one.failed === 0 && other.failed === 0,
  };
}

export const relations: Part = {
  name: 'relations',
  meaning: 'the feed of people with many blocks, mutes and communities vs. people with none',
  async run(bench) {
    await turnAway(bench);
    await joinCommunities(bench);
    const rows = [await compare(bench, 5), await compare(bench, 30)];
    await leaveCommunities((await bench.database()).query);
    return rows;
  },
};
