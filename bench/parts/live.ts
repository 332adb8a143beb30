import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Part } from '../bench.ts';
import { type ChatLoad, type ChatSetup, openChatLoad, startBareChat } from '../chat.ts';
import { startServer } from '../children.ts';
import { type Measured, median, medianOf } from '../measure.ts';
import { memoryOf } from '../memory.ts';
import { sessionTokenOf } from '../seed.ts';
import { milliseconds, perSecond, type Row } from '../table.ts';
import { inTurn } from './feed.ts';

const receivers = 1000;
const idleSockets = 5000;
/** Sockets that are there before the idle ones are counted: a server's first ones cost more. */
const firstSockets = 500;
const inFlight = 64;

/** Largest p99 of one message, in that of the bare server. */
const wantedTime = 1.5;
/** Least deliveries a second under full load, in those of the bare server. */
const wantedRate = 2;
/** Largest memory of an idle socket, in that of the bare server. */
const wantedMemory = 1.3;

const text = 'Is anybody up for a walk along the river with the dog tonight?';

const cookieOf = (person: number) => `hubbub=${sessionTokenOf(person)}`;
const persons = (count: number, people: number) => Array.from({ length: count }, (_, n) => 1 + (n % people));

/** A channel that the first thousand people may use; made once. */
async function channelOf(bench: Bench): Promise<string> {
  const { query } = await bench.database();
  const [community, role, channel] = ['c', 'd', 'e'].map((digit) => `0190aaaa-aaaa-7aaa-8aaa-${digit.repeat(12)}`);
  await query(
    `insert into communities (id, handle, name, created_at) values ($1, 'bench_live', 'Live', now()) on conflict do nothing`,
    [community],
  );
  await query(
    `insert into community_roles (id, community_id, name, permissions, kind) values ($2, $1, 'user', '{}', 'user')
     on conflict do nothing`,
    [community, role],
  );
  await query(
    `insert into community_members (community_id, user_id) select $1, id from users order by id limit ${receivers}
     on conflict do nothing`,
    [community],
  );
  await query(
    `insert into community_role_holders (community_id, user_id, role_id)
     select community_id, user_id, $2 from community_members where community_id = $1 on conflict do nothing`,
    [community, role],
  );
  await query(
    `insert into community_sizes (community_id, member_count) values ($1, ${receivers}) on conflict do nothing`,
    [community],
  );
  await query(
    `insert into channels (id, community_id, name, roles, created_at) values ($3, $1, 'live', array[$2::uuid], now())
     on conflict do nothing`,
    [community, role, channel],
  );
  return channel as string;
}

async function openOurs(bench: Bench, channel: string): Promise<ChatLoad> {
  const { size } = await bench.database();
  const { url } = await bench.server();
  return await openChatLoad({
    url,
    path: '/v1/channel/chats',
    text,
    keepText: false,
    rooms: [
      {
        id: channel,
        cookies: persons(receivers, Math.min(receivers, size.people)).map(cookieOf),
        join: { event: 'joinChannel', payload: channel },
      },
    ],
  });
}

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
    what: `One message to ${receivers.toLocaleString('en')}, from POST to the last, beside bare Socket.IO and one insert`,
    ours: `p50 ${milliseconds(one.p50)}, p99 ${milliseconds(one.p99)}`,
    limit: `p50 ${milliseconds(other.p50)}, p99 ${milliseconds(other.p99)}`,
    ratio,
    wanted: `p99 at most ${wantedTime} times the bare one`,
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
    what: `Deliveries to ${receivers.toLocaleString('en')} under full load, stored, beside bare Socket.IO that stores nothing`,
    ours: perSecond(one.perSecond),
    limit: perSecond(other.perSecond),
    ratio,
    wanted: `at least ${wantedRate} times, none lost`,
    met: ratio >= wantedRate && one.failed === 0,
  };
}

/** Collects garbage when it is told to, so that memory is what is held. */
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
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  return {
    what: `Memory of each of ${idleSockets.toLocaleString('en')} idle sockets, signed in, beside bare Socket.IO`,
    ours: kilobytes(ours),
    limit: kilobytes(bare),
    ratio: ours / bare,
    wanted: `at most ${wantedMemory} times`,
    met: ours / bare <= wantedMemory,
  };
}

export const live: Part = {
  name: 'live',
  meaning: 'live chat beside bare Socket.IO: one message, full load, idle sockets',
  async run(bench) {
    const channel = await channelOf(bench);
    const ours = await openOurs(bench, channel);
    const rows = [await oneMessage(bench, ours), await fullLoad(bench, ours)];
    await ours.close();
    const { query } = await bench.database();
    await query('delete from messages where room_id = $1', [channel]);
    return [...rows, await idle(bench)];
  },
};
