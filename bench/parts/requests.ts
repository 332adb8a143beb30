import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'autocannon';
import type { Bench } from '../bench.ts';
import { sessionTokenOf } from '../seed.ts';

/** People whose sessions the load uses, spread over the whole seed. */
const sessions = 5000;

/** The session cookie of a seeded person. */
export function anyCookie(people: number): string {
  const every = Math.max(1, Math.floor(people / sessions));
  const person = 1 + every * Math.floor(Math.random() * Math.floor(people / every));
  return `hubbub=${sessionTokenOf(person)}`;
}

/** Ids of posts, one in every `step` of the newest `among`, newest first. */
export async function newestPosts(bench: Bench, among: number, step: number): Promise<string[]> {
  const database = await bench.database();
  const rows = await database.query<{ id: string }>(
    `select id from (select id, row_number() over (order by id desc) as place from posts order by id desc limit $1) page
     where place % $2 = 0 order by place`,
    [among, step],
  );
  return rows.map(({ id }) => id);
}

/** Reads of pages of five: half of them the first page, half somewhere further down, each by a different person. */
export function feedReads(people: number, posts: readonly string[], count: number): Request[] {
  return Array.from({ length: count }, (_, index) => {
    const from = index % 2 ? `&last_id=${posts[Math.floor(Math.random() * posts.length)]}` : '';
    return { method: 'GET', path: `/v1/posts?size=5${from}`, headers: { cookie: anyCookie(people) } };
  });
}

/** The same read for everyone, each time by a different person. */
export function readsOf(people: number, path: string, count: number): Request[] {
  return Array.from({ length: count }, () => ({ method: 'GET', path, headers: { cookie: anyCookie(people) } }));
}

/** A request with a JSON body. */
export function post(people: number, path: string, body: unknown): Request {
  return {
    method: 'POST',
    path,
    headers: { cookie: anyCookie(people), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** The database's transactions since it started. Waits until every connection has reported its own. */
export async function commits(bench: Bench): Promise<number> {
  // An idle connection reports its statistics after ten seconds at the latest (PostgreSQL, pgstat.c: PGSTAT_IDLE_INTERVAL).
  await sleep(11_000);
  const { query } = await bench.database();
  const [row] = await query<{ commits: string }>(
    'select xact_commit as commits from pg_stat_database where datname = current_database()',
  );
  return Number(row?.commits);
}

/** Lets the search forget what it hasn't indexed yet: it would index what a part fills in, for minutes, beside what's measured. */
export async function forgetUnindexed({ database }: Bench): Promise<void> {
  const { query } = await database();
  await query('delete from search_waiting');
  await query('vacuum analyze search_waiting');
}
