import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { type ChatSocket, openChatSocket, postJson } from '../chat-client.ts';
import { type Measured, summarise } from '../measure.ts';
import { sessionTokenOf } from '../seed.ts';
import { milliseconds, type Row } from '../table.ts';
import { crowdId, handle } from './crowd.ts';

/** People who are banned, one after the other, and how many before them don't count: a server's first answers take longer. */
const [banned, warmUp] = [100, 5];
/** Open connections of each of them. */
const sockets = 2;
/** Milliseconds until the answer, and until the last event to them. */
const [wantedAnswer, wantedEnd] = [50, 1000];
/** Milliseconds between two messages in the channel that all of them have open, and between two bans. */
const pause = 50;

const channel = '0190aaaa-aaaa-7aaa-8aaa-ffffffffffff';
const community = `/v1/community/${handle}`;
const numbered = '(select id, username, row_number() over (order by id)::int as number from users) numbered';

const cookieOf = (person: number) => `hubbub=${sessionTokenOf(person)}`;

/** A member, with their place among all people. */
interface Member {
  username: string;
  number: number;
}

/** A banned member's connections: when the last event arrived, and how many of them were notified of the ban. */
interface Listener extends Member {
  opened: ChatSocket[];
  lastEvent: number;
  told: number;
}

/** The large community's admin. */
export async function adminOf({ database }: Bench): Promise<Member> {
  const { query } = await database();
  const [admin] = await query<Member>(
    `select username, number from ${numbered} join community_role_holders held on held.user_id = numbered.id
     where held.role_id = md5('admin' || ${crowdId})::uuid`,
  );
  if (!admin) throw new Error('The large community has no admin.');
  return admin;
}

/** The large community's channel, open to every member. @returns its id */
export async function crowdChannel({ database }: Bench): Promise<string> {
  const { query } = await database();
  await query(
    `insert into rooms (id, kind, community_id, name, roles, created_at, active_at)
     values ($1, 'channel', ${crowdId}, 'crowd', array[md5('user' || ${crowdId})::uuid], now(), now()) on conflict do nothing`,
    [channel],
  );
  return channel;
}

async function listen(url: string, member: Member): Promise<Listener> {
  const listener: Listener = { ...member, opened: [], lastEvent: 0, told: 0 };
  for (let index = 0; index < sockets; index += 1) {
    const socket = await openChatSocket({ url, cookie: cookieOf(member.number), keepText: true });
    await socket.send('joinCommunity', handle);
    await socket.send('joinChannel', channel);
    socket.onMessages = (_, bytes) => {
      listener.lastEvent = performance.now();
      if (bytes?.includes('"changed":"access"')) listener.told += 1;
    };
    listener.opened.push(socket);
  }
  return listener;
}

/** Bans everyone in turn. @returns when each ban began, and the times of their answers */
async function banAll(url: string, cookie: string, members: readonly Member[]) {
  const begun: number[] = [];
  const times: number[] = [];
  let failed = 0;
  for (const { username } of members) {
    const before = performance.now();
    const response = await fetch(`${url}${community}/bans/${username}`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{"days":1,"text":"Spam"}',
    });
    await response.arrayBuffer();
    begun.push(before);
    times.push(performance.now() - before);
    if (!response.ok) failed += 1;
    await sleep(pause);
  }
  return { begun, answers: summarise(times.slice(warmUp), 1, failed) };
}

/** Lifts the bans, and everyone joins again, so that the community stays as it was. */
async function restore(url: string, cookie: string, members: readonly Member[]): Promise<void> {
  for (const { username, number } of members) {
    await fetch(`${url}${community}/bans/${username}`, { method: 'DELETE', headers: { cookie } });
    await fetch(`${url}${community}`, { method: 'POST', headers: { cookie: cookieOf(number) } });
  }
}

const rowsOf = (size: string, answers: Measured, ends: Measured, missing: number): Row[] => [
  {
    what: `Banning a member of a community of ${size} members`,
    ours: [milliseconds(answers.p50, 'p50'), milliseconds(answers.p99, 'p99')],
    wanted: `p99 under ${wantedAnswer} ms`,
    met: answers.p99 < wantedAnswer && answers.failed === 0,
  },
  {
    what: 'the same, until the last event to the banned person, who has a busy channel open',
    ours: [milliseconds(ends.p50, 'p50'), milliseconds(ends.p99, 'p99')],
    wanted: `p99 under ${wantedEnd} ms, everyone told`,
    met: ends.p99 < wantedEnd && missing === 0,
  },
];

/** An admin bans members who have the community and a channel open, in which somebody keeps writing. */
export async function banning(bench: Bench, size: string): Promise<Row[]> {
  const { query } = await bench.database();
  const { url } = await bench.server();
  await crowdChannel(bench);
  const admin = await adminOf(bench);
  const cookie = cookieOf(admin.number);
  const members = await query<Member>(
    `select username, number from ${numbered} join community_members members on members.user_id = numbered.id
     where members.community_id = ${crowdId} order by members.joined desc limit ${warmUp + banned}`,
  );
  const listeners = await Promise.all(members.map((member) => listen(url, member)));
  let isOver = false;
  const write = async () => {
    for (let count = 0; !isOver; count += 1) {
      const body = { conversation: channel, content: `Message ${count}`, client_id: `banning-${Date.now()}-${count}` };
      await postJson(url, '/v1/channel/chats', cookie, JSON.stringify(body));
      await sleep(pause);
    }
  };
  const writing = write();
  const { begun, answers } = await banAll(url, cookie, members);
  // Anyone who could still receive messages would receive some now.
  await sleep(wantedEnd + 200);
  isOver = true;
  await writing;
  const ends = summarise(listeners.map(({ lastEvent }, index) => lastEvent - (begun[index] ?? 0)).slice(warmUp), 1, 0);
  const missing = listeners.filter(({ told }) => told < sockets).length;
  for (const { opened } of listeners) for (const socket of opened) socket.close();
  await restore(url, cookie, members);
  await query('delete from messages where room_id = $1', [channel]);
  return rowsOf(size, answers, ends, missing);
}
