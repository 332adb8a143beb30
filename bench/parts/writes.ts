import type { Request } from 'autocannon';
import type { Bench, Part } from '../bench.ts';
import { load, rawLoad } from '../children.ts';
import { sessionTokenOf } from '../seed.ts';
import { milliseconds, perSecond, plain, type Row } from '../table.ts';
import { inTurn } from './in-turn.ts';
import { commits, newestPosts, post } from './requests.ts';

const connections = 32;

/** The simplest statement that does the same work, without a session or checking that the post exists. */
const rawVote = {
  name: 'raw-vote',
  text: `with vote as (
      insert into post_votes as given (post_id, user_id, value) values ($1, $2, $3)
      on conflict (post_id, user_id) do update set previous = given.value, value = excluded.value returning value, previous)
    update posts set upvote_count = upvote_count + (vote.value = 1)::int - (vote.previous = 1)::int,
      downvote_count = downvote_count + (vote.value = -1)::int - (vote.previous = -1)::int
    from vote where posts.id = $1`,
};

const rawComment = {
  name: 'raw-comment',
  text: `with comment as (
      insert into comments (id, post_id, author_id, created_at, content) values (uuidv7(), $1, $2, now(), $3) returning post_id)
    update posts set comment_count = comment_count + 1 from comment where posts.id = comment.post_id`,
};

const text = 'A comment of about the length that people write here.';

interface Write {
  what: string;
  path(postId: string): string;
  body(): unknown;
  raw: { name: string; text: string };
  rawValues(postId: string, userId: string): unknown[];
  /** Transactions per request: its own, and its share of the jobs that it leaves. */
  mostTransactions: number;
}

const anyVote = () => [1, -1, 0, 1][Math.floor(Math.random() * 4)] as 1 | -1 | 0;

const kinds: Write[] = [
  {
    what: 'Vote',
    path: (postId) => `/v1/posts/${postId}/votes`,
    body: () => ({ vote_type: anyVote() }),
    raw: rawVote,
    rawValues: (postId, userId) => [postId, userId, anyVote()],
    mostTransactions: 1.1,
  },
  {
    what: 'Comment',
    path: (postId) => `/v1/posts/${postId}/comments`,
    body: () => ({ content: text }),
    raw: rawComment,
    rawValues: (postId, userId) => [postId, userId, text],
    // Jobs notify people of comments in batches.
    mostTransactions: 1.4,
  },
];

/** The posts that are written to. */
async function targets(bench: Bench): Promise<string[]> {
  const { size } = await bench.database();
  return await newestPosts(bench, size.posts / 2, Math.floor(size.posts / 2 / 4000));
}

/** Each write's name, and how to load a server with it. */
export const writeLoads = kinds.map((write) => ({
  what: write.what,
  async open(bench: Bench) {
    const [{ url }, { size }] = [await bench.server(), await bench.database()];
    const requests = (await targets(bench)).map((id) => post(size.people, write.path(id), write.body()));
    return { run: (seconds: number) => load({ url, connections, seconds, requests }) };
  },
}));

async function measure(bench: Bench, write: Write, posts: string[], users: string[]): Promise<Row[]> {
  const { url: databaseUrl, size, query } = await bench.database();
  const server = await bench.server();
  const requests: Request[] = posts.map((id) => post(size.people, write.path(id), write.body()));
  const values = posts.map((id, index) => write.rawValues(id, users[(index * 37) % users.length] ?? ''));
  const before = await commits(bench);
  const probe = await load({ url: server.url, connections, seconds: bench.seconds, requests });
  const roundTrips = ((await commits(bench)) - before) / probe.count;
  const { one, other, ratio } = await inTurn(
    bench,
    (seconds) => load({ url: server.url, connections, seconds, requests }),
    (seconds) => rawLoad({ databaseUrl, connections: 4, inFlight: connections, seconds, statement: write.raw, values }),
    // Otherwise one run's pending writes would spill into the next, and the first change to a page after a checkpoint costs more.
    () => query('checkpoint'),
  );
  return [
    {
      what: `${write.what}, ${connections} connections, vs. the statement alone`,
      ours: [perSecond(one.perSecond), milliseconds(one.p50, 'p50'), milliseconds(one.p99, 'p99')],
      limit: [perSecond(other.perSecond), milliseconds(other.p50, 'p50'), milliseconds(other.p99, 'p99')],
      ratio,
      inShort: `${write.what}s, durable`,
      ...(write.what === 'Vote' && { isHeadline: true }),
      limitIs: 'the statement alone, pipelined, without HTTP',
      because: 'The HTTP server and the load generator use CPU time that the bare statement leaves to the database.',
      ...(one.failed > 0 ? { met: false, wanted: `no failures, there were ${one.failed}` } : {}),
    },
    {
      what: `${write.what}: database transactions per request`,
      ours: plain(roundTrips),
      wanted: `one of its own, at most ${write.mostTransactions} with the background work it leaves`,
      met: roundTrips <= write.mostTransactions,
    },
  ];
}

/** Many people vote on one post at the same time; then the counters are compared with the rows. */
async function oneTarget(bench: Bench): Promise<Row> {
  const people = 500;
  const { query } = await bench.database();
  const { url } = await bench.server();
  const [target = ''] = await newestPosts(bench, 7, 7);
  const answers = await Promise.all(
    Array.from({ length: people }, async (_, index) => {
      const response = await fetch(`${url}/v1/posts/${target}/votes`, {
        method: 'POST',
        headers: { cookie: `hubbub=${sessionTokenOf(index + 1)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ vote_type: index % 3 === 0 ? -1 : 1 }),
      });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  const [counted] = await query<{ ups: number; downs: number; up_rows: number; down_rows: number }>(
    `select upvote_count as ups, downvote_count as downs,
       (select count(*) from post_votes where post_id = $1 and value = 1)::int as up_rows,
       (select count(*) from post_votes where post_id = $1 and value = -1)::int as down_rows
     from posts where id = $1`,
    [target],
  );
  const isEqual = counted?.ups === counted?.up_rows && counted?.downs === counted?.down_rows;
  return {
    what: `${people} concurrent votes on one post: counters vs. rows`,
    ours: [plain(counted?.ups ?? Number.NaN, 'up'), plain(counted?.downs ?? Number.NaN, 'down')],
    limit: [plain(counted?.up_rows ?? Number.NaN, 'up'), plain(counted?.down_rows ?? Number.NaN, 'down')],
    wanted: 'equal, all answered',
    met: counted !== undefined && isEqual && answers.every((status) => status === 200),
  };
}

export const writes: Part = {
  name: 'writes',
  meaning: 'votes, comments, and counters under concurrency',
  async run(bench) {
    const { query } = await bench.database();
    const posts = await targets(bench);
    const users = (await query<{ id: string }>('select id from users order by id limit 2000')).map(({ id }) => id);
    const rows: Row[] = [];
    for (const write of kinds) rows.push(...(await measure(bench, write, posts, users)));
    return [...rows, await oneTarget(bench)];
  },
};
