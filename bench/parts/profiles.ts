import type { Request } from 'autocannon';
import type { Bench, Part } from '../bench.ts';
import { load } from '../children.ts';
import { type Measured, medianOf } from '../measure.ts';
import { milliseconds, perSecond, plain, type Row } from '../table.ts';
import { inTurn } from './in-turn.ts';
import { anyCookie, commits, readsOf } from './requests.ts';

const connections = 32;
/** Grid entries the web app asks for. */
const size = 30;
/** Lowest acceptable share of the feed's rate, for a person with few posts and one with very many. */
const wantedShare = 0.6;
const depth = 10_000;
/** Highest acceptable cost of the page at `depth`, as a multiple of the first page's. */
const wantedDepthCost = 1.2;

/** Profiles of people across the whole seed, each with its first page, and what the database did for one. */
async function pages(bench: Bench): Promise<Row[]> {
  const { size: seeded, query } = await bench.database();
  const { url } = await bench.server();
  const people = await query<{ username: string }>(
    'select username from (select username, row_number() over (order by id) as place from users) people where place % $1 = 0',
    [Math.max(1, Math.floor(seeded.people / 4000))],
  );
  const requests: Request[] = people.map(({ username }) => ({
    method: 'GET',
    path: `/v1/users/${username}?size=${size}`,
    headers: { cookie: anyCookie(seeded.people) },
  }));
  const before = await commits(bench);
  const probe = await load({ url, connections, seconds: bench.seconds, requests });
  const roundTrips = ((await commits(bench)) - before) / probe.count;
  const runs: Measured[] = [];
  for (let round = 0; round < bench.rounds; round += 1)
    runs.push(await load({ url, connections, seconds: bench.seconds, requests }));
  const { perSecond: rate, p50, p99, failed } = medianOf(runs);
  return [
    {
      what: `Profile with its page of posts, ${connections} connections`,
      ours: [perSecond(rate), milliseconds(p50, 'p50'), milliseconds(p99, 'p99')],
      ...(failed > 0 ? { met: false, wanted: `no failures, there were ${failed}` } : {}),
    },
    {
      what: 'Profile: database transactions per request',
      ours: plain(roundTrips),
      wanted: 'one transaction',
      // The server's own background work counts, too.
      met: roundTrips < 1.1,
    },
  ];
}

/** The grid page at `depth` of the person with the most posts, next to that person's first page. */
async function deepPage(bench: Bench): Promise<Row> {
  const { size: seeded, query } = await bench.database();
  const { url } = await bench.server();
  const [person] = await query<{ username: string; posts: number; deepest: string }>(
    `select users.username, prolific.posts, (
       select posts.id from posts where posts.author_id = users.id order by posts.id desc
       offset least($1::int, prolific.posts / 2) limit 1
     ) as deepest
     from (select author_id, count(*)::int as posts from posts group by author_id order by posts desc limit 1) prolific
       join users on users.id = prolific.author_id`,
    [depth],
  );
  if (!person) throw new Error('Nobody has posts.');
  const path = `/v1/users/${person.username}?size=${size}`;
  const run = (page: string) => (seconds: number) =>
    load({ url, connections, seconds, requests: readsOf(seeded.people, page, 4000) });
  const { one, other, ratio } = await inTurn(bench, run(`${path}&last_id=${person.deepest}`), run(path));
  return {
    what: `Profile of ${person.posts.toLocaleString('en')} posts: its grid at post ${Math.min(depth, person.posts >> 1).toLocaleString('en')} vs. its first page`,
    ours: perSecond(one.perSecond),
    limit: perSecond(other.perSecond),
    ratio: 1 / ratio,
    wanted: `costs at most ${wantedDepthCost} times the first page`,
    met: 1 / ratio <= wantedDepthCost && one.failed === 0,
  };
}

/** A profile's cost mustn't grow with posts it doesn't show: compared with the feed page, alternately. */
async function besideFeed(bench: Bench): Promise<Row[]> {
  const { size: seeded, query } = await bench.database();
  const { url } = await bench.server();
  const people = await query<{ username: string; posts: number }>(
    `select users.username, counts.post_count as posts from post_counts counts join users on users.id = counts.user_id
     order by counts.post_count, users.id`,
  );
  const run = (path: string) => (seconds: number) =>
    load({ url, connections, seconds, requests: readsOf(seeded.people, path, 4000) });
  const rows: Row[] = [];
  for (const person of [people[people.length >> 1], people.at(-1)]) {
    if (!person) throw new Error('Nobody has posts.');
    const { one, other, ratio } = await inTurn(
      bench,
      run(`/v1/users/${person.username}?size=${size}`),
      run('/v1/posts?size=5'),
    );
    rows.push({
      what: `Profile of ${person.posts.toLocaleString('en')} posts, ${size} shown, beside the feed's page of 5`,
      ours: perSecond(one.perSecond),
      limit: perSecond(other.perSecond),
      ratio,
      wanted: `at least ${wantedShare} of the feed's page`,
      met: ratio >= wantedShare && one.failed === 0,
    });
  }
  return rows;
}

export const profiles: Part = {
  name: 'profiles',
  meaning: "profile pages vs. the feed, and deep pages of a profile's grid",
  run: async (bench) => [...(await pages(bench)), ...(await besideFeed(bench)), await deepPage(bench)],
};
