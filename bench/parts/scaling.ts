import { cpus } from 'node:os';
import { join } from 'node:path';
import { createRedis, noRedis, type TestRedis } from '../../server/test/redis.ts';
import type { Bench, Part } from '../bench.ts';
import type { ChatLoad } from '../chat.ts';
import { load, startServer, type Target } from '../children.ts';
import { type Measured, median, medianOf } from '../measure.ts';
import { milliseconds, perSecond, type Row } from '../table.ts';
import { channelOf, emptyChannel, openChannel, receivers } from './channel.ts';
import { inTurn } from './in-turn.ts';
import { feedReads, forgetUnindexed, newestPosts, post } from './requests.ts';

const connections = 32;
const inFlight = 64;

const because = `Database and load generator share the ${cpus().length} cores, so another process only adds overhead.`;

/** The server on the seeded database, with this many processes. */
async function startProcesses(bench: Bench, processes: number, name: string, env: NodeJS.ProcessEnv = {}) {
  const { url } = await bench.database();
  return await startServer(join(bench.folder, name), { DATABASE_URL: url, PROCESSES: String(processes), ...env });
}

/** Several processes vs. one on one database, under the same load. */
async function calls(bench: Bench): Promise<Row[]> {
  const { size } = await bench.database();
  const several = await startProcesses(bench, bench.processes, 'server-of-several');
  const single = await startProcesses(bench, 1, 'server-of-one');
  const posts = await newestPosts(bench, size.posts / 2, size.posts / 2000);
  const votes = posts.map((id) =>
    post(size.people, `/v1/posts/${id}/votes`, { vote_type: Math.random() < 0.5 ? 1 : -1 }),
  );
  const comments = posts.map((id) => post(size.people, `/v1/posts/${id}/comments`, { content: 'One more word.' }));
  const loads = { Feed: feedReads(size.people, posts, 8000), Votes: votes, Comments: comments };
  const rows: Row[] = [];
  for (const [what, requests] of Object.entries(loads)) {
    const run = (url: string) => (seconds: number) => load({ url, connections, seconds, requests });
    const { one, other, ratio } = await inTurn(bench, run(several.url), run(single.url));
    rows.push({
      what: `${what}: ${bench.processes} processes vs. one, on ${cpus().length} cores shared with database and load`,
      ours: [perSecond(one.perSecond), milliseconds(one.p50, 'p50'), milliseconds(one.p99, 'p99')],
      limit: [perSecond(other.perSecond), milliseconds(other.p50, 'p50'), milliseconds(other.p99, 'p99')],
      ratio,
      inShort: `${what} with ${bench.processes} processes on ${cpus().length} cores`,
      limitIs: 'one process',
      because,
      wanted: 'every request answered',
      met: one.failed === 0 && other.failed === 0,
    });
  }
  await several.stop();
  await single.stop();
  return rows;
}

/** What one kind of fan-out achieved: times of one message, and deliveries under full load. */
interface FanOut {
  alone: Measured[];
  full: Measured[];
}

interface Way {
  name: string;
  server: Target;
  channel: string;
  chat: ChatLoad;
  gave: FanOut;
}

/** A channel each, with people on every process: through their parent, and through a real Redis. */
async function fanOut(bench: Bench): Promise<Row[]> {
  const redis = noRedis === undefined ? await createRedis() : undefined;
  const ways: Way[] = [];
  const open = async (name: string, processes: number, env: NodeJS.ProcessEnv = {}) => {
    const server = await startProcesses(bench, processes, `fan-out-${ways.length}`, env);
    const channel = await channelOf(bench, receivers, ways.length);
    const chat = await openChannel(bench, server.url, channel);
    ways.push({ name, server, channel, chat, gave: { alone: [], full: [] } });
  };
  try {
    await redis?.start();
    await open('one process', 1);
    await open(`${bench.processes} processes`, bench.processes);
    if (redis) await open(`${bench.processes} processes and Redis`, bench.processes, { REDIS_URL: redis.url });
    const messages = 50 * bench.seconds;
    for (const { chat } of ways) await chat.oneByOne(messages);
    for (let round = 0; round < bench.rounds; round += 1) {
      for (const { chat, gave } of ways) gave.alone.push(await chat.oneByOne(messages));
    }
    for (const { chat } of ways) await chat.flood(inFlight, bench.seconds / 2);
    for (let round = 0; round < bench.rounds; round += 1) {
      for (const { chat, gave } of ways) gave.full.push(await chat.flood(inFlight, bench.seconds));
    }
    return fanOutRows(ways, redis);
  } finally {
    for (const { chat, server, channel } of ways) {
      await chat.close();
      await server.stop();
      await emptyChannel(bench, channel);
    }
    await redis?.kill();
    await forgetUnindexed(bench);
  }
}

function fanOutRows([single, ...others]: readonly Way[], redis: TestRedis | undefined): Row[] {
  if (!single) return [];
  const [one, oneFull] = [medianOf(single.gave.alone), medianOf(single.gave.full)];
  const ratioOf = (runs: Measured[], beside: Measured[], key: 'p99' | 'perSecond') =>
    median(runs.map((run, round) => run[key] / (beside[round]?.[key] ?? Number.NaN)));
  const rows = others.flatMap(({ name, gave }): Row[] => {
    const [alone, full] = [medianOf(gave.alone), medianOf(gave.full)];
    return [
      {
        what: `One message to ${receivers.toLocaleString('en')} on ${name}, vs. one process; ratio of p99`,
        ours: [milliseconds(alone.p50, 'p50'), milliseconds(alone.p99, 'p99')],
        limit: [milliseconds(one.p50, 'p50'), milliseconds(one.p99, 'p99')],
        ratio: ratioOf(gave.alone, single.gave.alone, 'p99'),
        inShort: `One message to ${receivers.toLocaleString('en')} people on ${name}`,
        limitIs: 'one process',
        because: 'The message is forwarded to the other processes, which have no free core here.',
      },
      {
        what: `Deliveries under full load on ${name}, vs. one process`,
        ours: perSecond(full.perSecond),
        limit: perSecond(oneFull.perSecond),
        ratio: ratioOf(gave.full, single.gave.full, 'perSecond'),
        inShort: `Deliveries under full load on ${name}`,
        limitIs: 'one process',
        because: 'Every additional process reads every message again, on the same cores.',
        wanted: 'none lost',
        met: full.failed === 0,
      },
    ];
  });
  if (redis) return rows;
  return [...rows, { what: 'Fan-out by Redis', ours: `not measured. ${noRedis}` }];
}

export const scaling: Part = {
  name: 'scaling',
  meaning: 'several processes on one port vs. one, also with Redis (--processes N)',
  run: async (bench) => [...(await calls(bench)), ...(await fanOut(bench))],
};
