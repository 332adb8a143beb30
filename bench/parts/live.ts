import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Part } from '../bench.ts';
import { type ChatLoad, type ChatSetup, openChatLoad, startBareChat } from '../chat.ts';
import { startServer } from '../children.ts';
import { type Measured, median, medianOf } from '../measure.ts';
import { memoryOf } from '../memory.ts';
import { kilobytes, milliseconds, perSecond, type Row } from '../table.ts';
import { channelOf, cookieOf, emptyChannel, openChannel, persons, receivers, text } from './channel.ts';
import { inTurn } from './in-turn.ts';
import { forgetUnindexed } from './requests.ts';

const idleSockets = 5000;
/** Sockets opened before the idle ones are counted: a server's first ones cost more. */
const firstSockets = 500;
const inFlight = 64;

/** Highest acceptable p99 of one message, as a multiple of the bare server's. */
const wantedTime = 1.5;
/** Lowest acceptable deliveries per second under full load, as a share of the bare server's. */
const wantedRate = 2;
/** Highest acceptable memory per idle socket, as a multiple of the bare server's. */
const wantedMemory = 1.3;

const bareSetup = (url: string): ChatSetup => ({
  url,
  path: '/messages',
  text,
  keepText: false,
  rooms: [{ id: 'live', cookies: new Array(receivers).fill(''), join: { event: 'join', payload: 'live' } }],
});

async function oneMessage(bench: Bench, ours: ChatLoad): Promise<Row> {
  const { url } = await bench.database();
  const server = await startBareChat(url);
  const bare = await openChatLoad(bareSetup(server.url));
  const messages = 50 * bench.seconds;
  await ours.oneByOne(messages);
  await bare.oneByOne(messages);
  const [mine, others]: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < bench.rounds; round += 1) {
    mine.push(await ours.oneByOne(messages));
    others.push(await bare.oneByOne(messages));
  }
  await bare.close();
  await server.stop();
  const ratio = median(mine.map((run, index) => run.p99 / (others[index]?.p99 ?? Number.NaN)));
  const [one, other] = [medianOf(mine), medianOf(others)];
  return {
    what: `One message to ${receivers.toLocaleString('en')}, from POST to the last delivery, vs. plain Socket.IO and one insert`,
    ours: [milliseconds(one.p50, 'p50'), milliseconds(one.p99, 'p99')],
    limit: [milliseconds(other.p50, 'p50'), milliseconds(other.p99, 'p99')],
    ratio,
    inShort: `One message to ${receivers.toLocaleString('en')} people, until the last one gets it`,
    isHeadline: true,
    limitIs: 'plain Socket.IO and one insert',
    wanted: `p99 at most ${wantedTime} times plain Socket.IO`,
    met: ratio <= wantedTime,
  };
}

async function fullLoad(bench: Bench, ours: ChatLoad): Promise<Row> {
  const server = await startBareChat(null);
  const bare = await openChatLoad(bareSetup(server.url));
  const { one, other, ratio } = await inTurn(
    bench,
    (seconds) => ours.flood(inFlight, seconds),
    (seconds) => bare.flood(inFlight, seconds),
  );
  await bare.close();
  await server.stop();
  return {
    what: `Deliveries to ${receivers.toLocaleString('en')} under full load, stored, vs. plain Socket.IO without storage`,
    ours: perSecond(one.perSecond),
    limit: perSecond(other.perSecond),
    ratio,
    inShort: `Deliveries to ${receivers.toLocaleString('en')} people under full load`,
    isHeadline: true,
    limitIs: 'plain Socket.IO without storage',
    wanted: `at least ${wantedRate} times, none lost`,
    met: ratio >= wantedRate && one.failed === 0,
  };
}

/** Collects garbage on demand, so that only live memory counts. */
const collecting = ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2",()=>{gc();gc()})'];

async function settledMemory(pid: number): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    process.kill(pid, 'SIGUSR2');
    await sleep(700);
  }
  return memoryOf(pid);
}

async function memoryASocket(target: { url: string; pid: number }, cookies: string[]): Promise<number> {
  const setup = (some: string[]): ChatSetup => ({
    url: target.url,
    path: '',
    text,
    keepText: false,
    rooms: [{ id: '', cookies: some }],
  });
  const first = await openChatLoad(setup(cookies.slice(0, firstSockets)));
  const before = await settledMemory(target.pid);
  const rest = await openChatLoad(setup(cookies.slice(firstSockets)));
  const after = await settledMemory(target.pid);
  await Promise.all([first.close(), rest.close()]);
  return (after - before) / (cookies.length - firstSockets);
}

async function idle(bench: Bench): Promise<Row> {
  const { url, size } = await bench.database();
  const cookies = persons(idleSockets + firstSockets, size.people).map(cookieOf);
  const server = await startServer(join(bench.folder, 'idle-data'), { DATABASE_URL: url }, collecting);
  const ours = await memoryASocket(server, cookies);
  await server.stop();
  const bareServer = await startBareChat(null, collecting);
  const bare = await memoryASocket(bareServer, cookies);
  await bareServer.stop();
  return {
    what: `Memory per socket, ${idleSockets.toLocaleString('en')} idle and signed in, vs. plain Socket.IO`,
    ours: kilobytes(ours / 1024),
    limit: kilobytes(bare / 1024),
    inShort: 'Memory per idle connection',
    isHeadline: true,
    limitIs: 'plain Socket.IO',
    ratio: ours / bare,
    wanted: `at most ${wantedMemory} times`,
    met: ours / bare <= wantedMemory,
  };
}

export const live: Part = {
  name: 'live',
  meaning: 'live chat vs. plain Socket.IO: one message, full load, idle sockets',
  async run(bench) {
    const channel = await channelOf(bench);
    const ours = await openChannel(bench, (await bench.server()).url, channel);
    const rows = [await oneMessage(bench, ours), await fullLoad(bench, ours)];
    await ours.close();
    await emptyChannel(bench, channel);
    await forgetUnindexed(bench);
    return [...rows, await idle(bench)];
  },
};
