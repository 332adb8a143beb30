import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Part } from '../bench.ts';
import type { ChatLoad } from '../chat.ts';
import { get } from '../chat-client.ts';
import { type Measured, median, medianOf, summarise } from '../measure.ts';
import { cpuTimeOf } from '../memory.ts';
import { milliseconds, type Row } from '../table.ts';
import { channelOf, cookieOf, emptyChannel, openChannel, persons } from './channel.ts';
import { forgetUnindexed, newestPosts } from './requests.ts';

/** People who have Home open. They're in one channel, too. */
const watching = 10_000;
/** Highest acceptable cost of a round, as a multiple of the cost of a message to as many people. */
const wantedCost = 1.2;
/** Highest acceptable p50 of the feed, as a multiple of what it is while nobody posts. */
const wantedSlowdown = 1.5;
const postsPerSecond = 20;
/** How often somebody reads a page of the feed, in milliseconds. */
const readEvery = 50;
/** Milliseconds after a POST within which everything it causes is done: a round begins a tenth of a second after it. */
const settled = 2000;
/** Posts and messages compared in each round. */
const each = 5;

/** The person who shares posts and the one who reads the feed: not among those who have Home open, unless there are too few people. */
async function others(bench: Bench): Promise<{ poster: string; reader: string }> {
  const { size } = await bench.database();
  const [poster = 1, reader = 1] = persons(watching + 2, size.people).slice(watching);
  return { poster: cookieOf(poster), reader: cookieOf(reader) };
}

async function share(url: string, cookie: string): Promise<void> {
  const body = new FormData();
  body.set('content', 'A new post');
  const { status } = await fetch(`${url}/v1/posts`, { method: 'POST', headers: { cookie }, body });
  if (status !== 201) throw new Error(`POST /v1/posts answered ${status}.`);
}

/** The server's CPU time for one post that everyone is notified of, and for one message to everyone, minus what it uses when idle. */
async function rounds(bench: Bench, load: ChatLoad): Promise<Row> {
  const { url, pid } = await bench.server();
  const { poster } = await others(bench);
  const costOf = async (act: () => Promise<unknown>) => {
    const before = cpuTimeOf(pid);
    await act();
    await sleep(settled);
    return cpuTimeOf(pid) - before;
  };
  const rests: number[] = [];
  const posts: number[] = [];
  const messages: number[] = [];
  for (let round = 0; round < each * bench.rounds + 1; round += 1) {
    const rest = await costOf(() => Promise.resolve());
    const message = await costOf(() => load.oneByOne(1));
    const post = await costOf(() => share(url, poster));
    // The first of each is a warm-up.
    if (round === 0) continue;
    rests.push(rest);
    messages.push(message);
    posts.push(post);
  }
  const rest = median(rests);
  const [one, other] = [median(posts) - rest, median(messages) - rest];
  return {
    what: `CPU time of the server for a post that ${watching.toLocaleString('en')} with Home open hear of, vs. a message to a channel of as many`,
    ours: milliseconds(one),
    limit: milliseconds(other),
    ratio: one / other,
    inShort: `A post that ${watching.toLocaleString('en')} people with Home open hear of`,
    limitIs: 'a message to a channel of as many',
    wanted: `at most ${wantedCost} times`,
    met: one / other <= wantedCost,
  };
}

/** Somebody reads the feed, one page after the other. */
async function read(url: string, cookie: string, seconds: number): Promise<Measured> {
  const times: number[] = [];
  let failed = 0;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const started = performance.now();
    await get(url, '/v1/posts?size=5', cookie).then(
      () => times.push(performance.now() - started),
      () => (failed += 1),
    );
    await sleep(readEvery);
  }
  return summarise(times, seconds, failed);
}

/** Somebody else's feed while many posts are shared and every page asks for newer ones. */
async function beside(bench: Bench, load: ChatLoad): Promise<Row[]> {
  const { url } = await bench.server();
  const { poster, reader } = await others(bench);
  const [newest] = await newestPosts(bench, 1, 1);
  const [quiet, busy, asked]: [Measured[], Measured[], Measured[]] = [[], [], []];
  const seconds = 2 * bench.seconds;
  for (let round = 0; round < bench.rounds; round += 1) {
    quiet.push(await read(url, reader, seconds));
    let isOver = false;
    let failed = 0;
    const posting = async () => {
      const began = performance.now();
      const answers: Promise<unknown>[] = [];
      for (let number = 0; !isOver; number += 1) {
        await sleep(Math.max(0, began + (number * 1000) / postsPerSecond - performance.now()));
        answers.push(share(url, poster).catch(() => (failed += 1)));
      }
      await Promise.all(answers);
    };
    const posted = posting();
    const asking = load.home(`/v1/posts/newer?after=${newest}`, seconds);
    const reading = await read(url, reader, seconds);
    isOver = true;
    asked.push(await asking);
    await posted;
    busy.push({ ...reading, failed: reading.failed + failed });
    await sleep(settled);
  }
  const ratio = median(busy.map(({ p50 }, index) => p50 / (quiet[index]?.p50 ?? Number.NaN)));
  const [one, other, asks] = [medianOf(busy), medianOf(quiet), medianOf(asked)];
  return [
    {
      what: `Feed page of 5, one at a time, with ${watching.toLocaleString('en')} on Home and ${postsPerSecond} posts a second, vs. none`,
      ours: [milliseconds(one.p50, 'p50'), milliseconds(one.p95, 'p95')],
      limit: [milliseconds(other.p50, 'p50'), milliseconds(other.p95, 'p95')],
      ratio,
      wanted: `p50 at most ${wantedSlowdown} times`,
      met: ratio <= wantedSlowdown && one.failed === 0 && other.failed === 0,
    },
    {
      what: 'Meanwhile, what those on Home do',
      ours: `each hears of something newer ${(asks.count / watching / seconds).toFixed(2)} times a second; together they ask ${Math.round(asks.perSecond)} times a second, p50 ${asks.p50.toFixed(1)} ms, ${asks.failed} failed`,
    },
  ];
}

export const home: Part = {
  name: 'home',
  meaning: `${watching.toLocaleString('en')} people with Home open: a new post vs. a message, and the feed of others`,
  async run(bench) {
    const { query } = await bench.database();
    const channel = await channelOf(bench, watching);
    const [before] = await newestPosts(bench, 1, 1);
    const load = await openChannel(bench, (await bench.server()).url, channel, watching);
    const rows = [await rounds(bench, load), ...(await beside(bench, load))];
    await load.close();
    await emptyChannel(bench, channel);
    await forgetUnindexed(bench);
    await query('delete from posts where id > $1', [before]);
    return rows;
  },
};
