import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Answer, LiveSocket } from '../server/test/harness.ts';
import { Device } from '../server/test/message-device.ts';
import { randomOf } from '../server/test/random.ts';
import { type Cluster, type Person, startCluster } from './support/cluster.ts';
import { createCommunity } from './support/places.ts';

vi.setConfig({ testTimeout: 300_000 });

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.close());

const kills = 9;
const emoji = ['👍', '❤️', '🎉'];

/** Calls through the load balancer, again and again until a process answers. */
async function dependably(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call().catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    await sleep(100);
  }
}

/** A connection; undefined if none came about: a process may die in the middle of it without a word. */
async function connected(person: Person): Promise<LiveSocket | undefined> {
  const opening = person.socket(cluster);
  const socket = await Promise.race([opening, sleep(3_000)]).catch(() => sleep(100));
  if (!socket) void opening.then((late) => late.close()).catch(() => undefined);
  return socket ?? undefined;
}

/** Somebody's device, which comes back when its connection ends. */
function deviceOf(person: Person, channel: string) {
  const at = person.at(cluster);
  let hasMissed = false;
  const device = new Device(
    {
      user: { username: person.username },
      get: (path) => dependably(() => at.get(path)),
      socket: async () => {
        for (;;) {
          const socket = await connected(person);
          if (!socket) continue;
          hasMissed = false;
          const lose = () => {
            hasMissed = true;
          };
          void socket.closed.then(lose);
          void socket.first('resync').then(lose);
          // What's sent to a process that dies is never acknowledged.
          const dead = socket.closed.then(() => ({ error: 'It died.' }));
          return { ...socket, send: (...event) => Promise.race([socket.send(...event), dead]) };
        }
      },
    },
    channel,
    { messages: 100, changes: 100 },
  );
  return {
    device,
    /** Connects again if the connection has ended, or events may be missing. */
    async comeBack() {
      if (hasMissed) device.leave();
      await device.connect();
    },
  };
}

/** What the server has acknowledged, in each person's order. */
interface Acknowledged {
  texts: Map<string, string>;
  deleted: Set<string>;
  /** By message, person and emoji: whether the reaction is given. */
  reactions: Map<string, boolean>;
}

/** One person writes, edits, deletes and reacts, one thing after another; what isn't acknowledged is asked for again. */
async function work(person: Person, channel: string, random: (below: number) => number, isOver: () => boolean) {
  const at = person.at(cluster);
  const own: string[] = [];
  const all: Acknowledged = { texts: new Map(), deleted: new Set(), reactions: new Map() };
  let writes = 0;
  const pick = <T>(list: readonly T[]) => list[random(list.length)] as T;
  const write = async () => {
    const content = `${person.username} ${writes}`;
    const message = { conversation: channel, content, client_id: randomUUID() };
    const { body } = await dependably(() => at.post('/v1/channel/chats', message));
    own.push(body.message._id);
    all.texts.set(body.message._id, content);
  };
  const react = async () => {
    const { messages } = (await dependably(() => at.get(`/v1/channel/chats/${channel}?size=20`))).body;
    const { _id: id } = pick(messages as Answer['body'][]);
    const kind = pick(emoji);
    const added = random(3) > 0;
    const path = `/v1/messages/${id}/reactions/${encodeURIComponent(kind)}`;
    const { status } = await dependably(() => (added ? at.put(path) : at.delete(path)));
    if (status === 200) all.reactions.set(`${id} ${person.id} ${kind}`, added);
  };
  while (!isOver()) {
    writes += 1;
    const kind = random(10);
    const id = own.length === 0 ? undefined : pick(own.slice(-20));
    if (id === undefined || kind < 3) await write();
    else if (kind < 5) {
      const content = `${person.username} edited ${writes}`;
      const { status } = await dependably(() => at.patch(`/v1/messages/${id}`, { content }));
      if (status === 200) all.texts.set(id, content);
    } else if (kind < 6) {
      await dependably(() => at.delete(`/v1/messages/${id}`));
      all.deleted.add(id);
    } else await react();
  }
  return all;
}

/** Kills one process after another while everyone works. */
async function killInTurns(): Promise<void> {
  const turns = [...cluster.api, cluster.worker];
  for (let kill = 0; kill < kills; kill += 1) {
    const member = turns[kill % turns.length] as (typeof turns)[number];
    await sleep(700);
    await member.kill();
    await sleep(300);
    await member.start();
  }
}

/** Each broken promise, as a sentence. */
function faultsOf(stored: readonly Answer['body'][], done: readonly Acknowledged[]): string[] {
  const byId = new Map(stored.map((message) => [message._id, message]));
  const faults: string[] = [];
  for (const { texts, deleted } of done) {
    for (const [id, text] of texts) {
      const message = byId.get(id);
      if (!message) faults.push(`"${text}" is missing`);
      else if (message.deleted !== deleted.has(id)) faults.push(`${id} isn't deleted as acknowledged`);
      else if (!message.deleted && message.message !== text) faults.push(`"${text}" is "${message.message}"`);
    }
  }
  const known = done.reduce((sum, { texts }) => sum + texts.size, 0);
  if (stored.length !== known) faults.push(`${known} messages were acknowledged, and ${stored.length} are stored`);
  return faults;
}

test('processes are killed while people edit, delete and react: each change counts once, in order, on every device', async () => {
  const people: [Person, ...Person[]] = [await cluster.person('ada')];
  for (const name of ['bob', 'cyd', 'dan']) people.push(await cluster.person(name));
  const { channel } = await createCommunity(cluster, people);
  const devices = [...people, people[0]].map((person) => deviceOf(person, channel));
  for (const { device } of devices) await device.connect();
  // It sleeps through everything.
  const [away] = devices;
  away?.device.leave();

  let isOver = false;
  const working = people.map((person, n) => work(person, channel, randomOf(n + 1), () => isOver));
  const watching = devices.slice(1).map(async ({ comeBack }) => {
    while (!isOver) {
      await comeBack();
      await sleep(200);
    }
  });
  await killInTurns();
  isOver = true;
  const done = await Promise.all(working);
  await Promise.all(watching);

  const stored = (await devices[1]?.device.fetchAll()) ?? [];
  expect(faultsOf(stored, done)).toEqual([]);
  const given = await cluster.sql<{ key: string }>(
    `select message_id || ' ' || user_id || ' ' || emoji as key from message_reactions`,
  );
  const keys = new Set(given.map(({ key }) => key.padStart(key.length + 16 - key.indexOf(' '), '0')));
  const gone = new Set(done.flatMap(({ deleted }) => [...deleted]));
  for (const { reactions } of done)
    for (const [key, added] of reactions) expect(keys.has(key), key).toBe(added && !gone.has(key.slice(0, 16)));

  for (const { device, comeBack } of devices) {
    // What several processes announce may overtake each other; it has all arrived within seconds.
    await vi.waitFor(
      async () => {
        await comeBack();
        await device.settle();
        expect(device.messages).toEqual(await device.fetchAll());
      },
      { timeout: 60_000, interval: 500 },
    );
  }
  console.log(`kill -9: ${kills} kills, ${stored.length} messages, ${given.length} reactions, ${gone.size} deleted`);
});
