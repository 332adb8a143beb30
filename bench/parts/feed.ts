import type { Bench, Part } from '../bench.ts';
import { load, startBare } from '../children.ts';
import { milliseconds, perSecond, type Row } from '../table.ts';
import { inTurn } from './in-turn.ts';
import { feedReads, newestPosts, readsOf } from './requests.ts';

const connections = 32;
/** Lowest acceptable share of the bare handler's throughput. */
const wantedShare = 0.6;
/** Highest acceptable p99, as a multiple of p50. */
const wantedSpread = 4;
const depth = 100_000;
/** Highest acceptable cost of the page at `depth`, as a multiple of the first page's. */
const wantedDepthCost = 1.2;

async function page(bench: Bench): Promise<Row[]> {
  const { url: databaseUrl, size, query } = await bench.database();
  const server = await bench.server();
  const viewers = await query<{ id: string }>('select id from users order by id limit 5000');
  const bare = await startBare(
    databaseUrl,
    viewers.map(({ id }) => id),
  );
  const among = Math.min(size.posts / 2, depth);
  const requests = feedReads(size.people, await newestPosts(bench, among, among / 1000), 8000);
  const run = (url: string) => (seconds: number) => load({ url, connections, seconds, requests });
  const { one, other, ratio } = await inTurn(bench, run(server.url), run(bare.url));
  await bare.stop();
  const spread = one.p99 / one.p50;
  return [
    {
      what: `Feed page of 5, signed in, ${connections} connections`,
      ours: perSecond(one.perSecond),
      limit: perSecond(other.perSecond),
      ratio,
      inShort: `Feed page among ${size.posts.toLocaleString('en')} posts`,
      isHeadline: true,
      limitIs: 'bare Fastify handler, same rows',
      because: 'The bare handler has no sessions, rate limits, logs or metrics.',
      wanted: `at least ${wantedShare} of the bare handler`,
      met: ratio >= wantedShare && one.failed === 0,
    },
    {
      what: `the same, p50 and p99: p99 is ${spread.toFixed(2)} times p50`,
      ours: [milliseconds(one.p50, 'p50'), milliseconds(one.p99, 'p99')],
      limit: [milliseconds(other.p50, 'p50'), milliseconds(other.p99, 'p99')],
      inShort: 'Feed page latency',
      limitIs: 'bare handler',
      because:
        'Server, database and load generator compete for two cores, so a response that becomes ready while both are busy has to wait.',
      ratio: one.p99 / other.p99,
      wanted: `p99 under ${wantedSpread} times p50`,
      met: spread < wantedSpread,
    },
  ];
}

async function deepPage(bench: Bench): Promise<Row> {
  const { size } = await bench.database();
  const server = await bench.server();
  const place = Math.min(depth, size.posts / 2);
  const [deepest] = await newestPosts(bench, place, place);
  const run = (path: string) => (seconds: number) =>
    load({ url: server.url, connections, seconds, requests: readsOf(size.people, path, 4000) });
  const { one, other, ratio } = await inTurn(
    bench,
    run(`/v1/posts?size=5&last_id=${deepest}`),
    run('/v1/posts?size=5'),
  );
  return {
    what: `Page at depth ${place.toLocaleString('en')} vs. the first page`,
    ours: perSecond(one.perSecond),
    limit: perSecond(other.perSecond),
    ratio: 1 / ratio,
    wanted: `costs at most ${wantedDepthCost} times the first page`,
    met: 1 / ratio <= wantedDepthCost && one.failed === 0,
  };
}

export const feed: Part = {
  name: 'feed',
  meaning: 'feed vs. a bare handler, and deep pages',
  run: async (bench) => [...(await page(bench)), await deepPage(bench)],
};
