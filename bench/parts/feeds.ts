import type { Bench, Part } from '../bench.ts';
import { load } from '../children.ts';
import { sessionTokenOf } from '../seed.ts';
import { perSecond, type Row } from '../table.ts';
import { inTurn } from './in-turn.ts';

const connections = 32;
const pageSize = 5;
/** The deepest page that anybody scrolls to. */
const deepPage = 1000;
/** People who read each kind of feed. */
const viewers = 50;
/** How many communities there are, how many of them somebody is in, and how many posts they have together. */
const communities = 400;
const joined = 200;
const communityPosts = 20_000;
/** Highest acceptable cost of a deep page, as a multiple of the first page's. */
const wantedDepthCost = 1.3;

/** Readers by their session numbers, and what they read. */
interface Kind {
  what: string;
  feed: 'following' | 'communities';
  firstViewer: number;
  /** A select of `n`, a viewer's number, and `id`, a person they follow; `$people` stands for the number of people. */
  follows?: string;
  /** Lowest acceptable share of Everyone's rate. Undefined: it's rare. */
  wantedShare?: number;
}

const idOf = (kind: string, n: string) => `md5('feeds ${kind} ' || ${n})::uuid`;
const personOf = (n: string) =>
  `(select sessions.user_id from sessions where sessions.token_hash = sha256(convert_to('bench-' || ${n}, 'UTF8')))`;

/** Different people for each viewer, none of them the first person, who posts more than all others. */
const anybody = (count: number) => `select n, ${personOf('picked.other')} as id
  from viewer cross join lateral (
    select distinct 2 + abs(hashtext(n || ' ' || k)) % ($people - 1) as other from generate_series(1, ${count}) k
  ) picked`;

const kinds: readonly Kind[] = [
  { what: 'Following 1,000 people', feed: 'following', firstViewer: 2001, follows: anybody(1000), wantedShare: 0.35 },
  {
    what: 'Following 1,000 people who posted once',
    feed: 'following',
    firstViewer: 2101,
    follows: `select n, ${idOf('person', 'k')} as id from viewer, generate_series(1, 1000) k`,
  },
  { what: 'Following 10 people', feed: 'following', firstViewer: 2201, follows: anybody(10), wantedShare: 0.5 },
  { what: `Communities, in ${joined}`, feed: 'communities', firstViewer: 2301, wantedShare: 0.4 },
];

const viewersOf = ({ firstViewer }: Kind) =>
  `(select n, ${personOf('n')} as id from generate_series(${firstViewer}, ${firstViewer + viewers - 1}) n)`;

/** Copies `count` of the existing posts, evenly spaced, each right before its original. @param columns of its author and community */
const postsLike = (count: number, columns: string) =>
  `insert into posts (id, author_id, community_id, created_at, upvote_count, downvote_count, comment_count, content, files)
    select (left(posts.id::text, 14) || '7fff-8' || right(md5(posts.id || '${count}'), 15))::uuid, ${columns}, posts.created_at, 0, 0, 0,
      posts.content, posts.files
    from (
      select id, (row_number() over (order by id) * ${count} / count(*) over ())::int as nth,
        row_number() over (order by id) * ${count} % count(*) over () < ${count} as is_chosen
      from posts
    ) chosen join posts on posts.id = chosen.id
    where chosen.is_chosen and chosen.nth > 0`;

async function fill(bench: Bench): Promise<void> {
  const { query, size } = await bench.database();
  await query('set session_replication_role = replica');
  await query(
    `insert into users (id, username, email, password_hash, name, activated_at, created_at)
     select ${idOf('person', 'n')}, 'rarely_' || n, 'rarely_' || n || '@example.org', 'none', 'Rarely ' || n, now(), now()
     from generate_series(1, 1000) n`,
  );
  await query(
    `insert into communities (id, handle, name, created_at, visibility)
     select ${idOf('community', 'n')}, 'feeds_' || n, 'Feeds ' || n, now(), case n % 2 when 0 then 'private' else 'public' end
     from generate_series(1, ${communities}) n`,
  );
  await query(
    postsLike(
      communityPosts,
      `posts.author_id, ${idOf('community', `1 + abs(hashtext(chosen.nth::text)) % ${communities}`)}`,
    ),
  );
  await query(postsLike(1000, `${idOf('person', 'chosen.nth')}, null`));
  for (const kind of kinds) {
    const into = kind.follows
      ? `insert into follows (follower_id, followee_id)
         select viewer.id, other.id from viewer join (${kind.follows.replaceAll('$people', `${size.people}`)}) other using (n)
         where other.id <> viewer.id`
      : `insert into community_members (community_id, user_id)
         select picked.id, viewer.id from viewer cross join lateral (
           select ${idOf('community', 'k')} as id from generate_series(1, ${communities}) k
           order by hashtext(viewer.n || ' ' || k) limit ${joined}
         ) picked`;
    await query(`with viewer as materialized ${viewersOf(kind)} ${into}`);
  }
  // Done by a trigger outside of replica mode.
  await query(
    `insert into follow_counts (user_id, following_count) select follower_id, count(*) from follows group by follower_id
     on conflict (user_id) do update set following_count = excluded.following_count`,
  );
  await query('set session_replication_role = origin');
  await query('vacuum analyze posts, users, follows, follow_counts, communities, community_members');
}

async function empty(bench: Bench): Promise<void> {
  const { query } = await bench.database();
  const ours = `(select ${idOf('community', 'n')} from generate_series(1, ${communities}) n)`;
  const people = `(select ${idOf('person', 'n')} from generate_series(1, 1000) n)`;
  await query('set session_replication_role = replica');
  for (const kind of kinds) {
    await query(`delete from follows where follower_id in (select id from ${viewersOf(kind)} viewer)`);
    await query(`delete from follow_counts where user_id in (select id from ${viewersOf(kind)} viewer)`);
  }
  await query(`delete from community_members where community_id in ${ours}`);
  await query(`delete from posts where community_id in ${ours} or author_id in ${people}`);
  await query(`delete from communities where id in ${ours}`);
  await query(`delete from users where id in ${people}`);
  await query('set session_replication_role = origin');
  await query('vacuum posts, users, follows, follow_counts, communities, community_members');
}

/** For each viewer, the post after which the deep page starts, or the middle page for viewers with fewer posts. */
async function places(bench: Bench, kind: Kind): Promise<{ page: number; ids: string[] }> {
  const { query } = await bench.database();
  const theirs =
    kind.feed === 'following'
      ? `posts.author_id in (select followee_id from follows where follower_id = viewer.id union all select viewer.id)`
      : `posts.community_id in (select community_id from community_members where user_id = viewer.id)`;
  const ids: string[] = [];
  let page = deepPage;
  for (let number = 0; number < viewers; number += 1) {
    const rows = await query<{ id: string }>(
      `select posts.id from ${viewersOf(kind)} viewer join posts on ${theirs} where viewer.n = $1
       order by posts.id desc limit $2`,
      [kind.firstViewer + number, deepPage * pageSize],
    );
    const read = rows.length < deepPage * pageSize ? rows.length >> 1 : rows.length - pageSize;
    page = Math.min(page, Math.ceil(read / pageSize) + 1);
    ids.push(rows[read - 1]?.id ?? '');
  }
  return { page, ids };
}

const reads = (kind: Kind, feed: string, before?: string[]) =>
  Array.from({ length: 4000 }, (_, index) => {
    const viewer = index % viewers;
    return {
      method: 'GET' as const,
      path: `/v1/posts?size=${pageSize}&feed=${feed}${before ? `&last_id=${before[viewer]}` : ''}`,
      headers: { cookie: `hubbub=${sessionTokenOf(kind.firstViewer + viewer)}` },
    };
  });

async function compare(bench: Bench, kind: Kind): Promise<Row[]> {
  const { url } = await bench.server();
  const { page, ids } = await places(bench, kind);
  const run = (feed: string, before?: string[]) => {
    const requests = reads(kind, feed, before);
    return (seconds: number) => load({ url, connections, seconds, requests });
  };
  bench.say(`measuring: ${kind.what}`);
  const first = await inTurn(bench, run(kind.feed), run('everyone'));
  const deep = await inTurn(bench, run(kind.feed, ids), run(kind.feed));
  return [
    {
      what: `${kind.what}: feed page of ${pageSize} vs. Everyone's, ${connections} connections`,
      ours: perSecond(first.one.perSecond),
      limit: perSecond(first.other.perSecond),
      ratio: first.ratio,
      inShort: `Feed page, ${kind.what}`,
      limitIs: "Everyone's feed",
      ...(kind.wantedShare !== undefined && { wanted: `at least ${kind.wantedShare} of Everyone's rate` }),
      ...((kind.wantedShare !== undefined || first.one.failed > 0) && {
        met: first.ratio >= (kind.wantedShare ?? 0) && first.one.failed === 0,
      }),
    },
    {
      what: `${kind.what}: page ${page.toLocaleString('en')} vs. the first page`,
      ours: perSecond(deep.one.perSecond),
      limit: perSecond(deep.other.perSecond),
      ratio: 1 / deep.ratio,
      wanted: `costs at most ${wantedDepthCost} times the first page`,
      met: 1 / deep.ratio <= wantedDepthCost && deep.one.failed === 0,
    },
  ];
}

/** What people read besides Everyone: posts from those they follow, and from their communities. */
export const feeds: Part = {
  name: 'feeds',
  meaning: 'the feeds Following and Communities vs. Everyone, and deep pages of them',
  async run(bench) {
    await empty(bench);
    await fill(bench);
    const rows: Row[] = [];
    for (const kind of kinds) rows.push(...(await compare(bench, kind)));
    await empty(bench);
    return rows;
  },
};
