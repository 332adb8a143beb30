import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readFixture } from '../server/test/fixtures/fixtures.ts';
import { formOf } from '../server/test/forms.ts';
import type { Answer, LiveSocket } from '../server/test/harness.ts';
import { channelRoom, conversationRoom, Device, type Room } from '../server/test/message-device.ts';
import { randomOf } from '../server/test/random.ts';
import { noS3Server } from '../server/test/s3-server.ts';
import { type Cluster, type Person, startCluster } from './support/cluster.ts';
import { createCommunity } from './support/places.ts';

vi.setConfig({ testTimeout: 300_000 });

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.close());

const kills = 6;
const emoji = ['👍', '❤️', '🎉'];

/** Calls through the load balancer, again and again until a process answers. */
async function dependably(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call().catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    await sleep(100);
  }
}

/** Opens a connection; undefined if that failed, because the process may have been killed meanwhile. */
async function connected(person: Person): Promise<LiveSocket | undefined> {
  const opening = person.socket(cluster);
  const socket = await Promise.race([opening, sleep(3_000)]).catch(() => sleep(100));
  if (!socket) void opening.then((late) => late.close()).catch(() => undefined);
  return socket ?? undefined;
}

/**
 * Where people write: the room, the call that writes there, and what else happens in it meanwhile, whose broken promises `undone` returns.
 */
interface Place {
  room: Room;
  path: string;
  alongside?: (isOver: () => boolean) => Promise<void>;
  undone?: (stored: readonly Answer['body'][]) => string[];
}

/** A channel that all of them have joined. */
async function channelOf(people: [Person, ...Person[]]): Promise<Place> {
  const { channel } = await createCommunity(cluster, people);
  return { room: channelRoom(channel), path: '/v1/channel/chats' };
}

/** A group of theirs, which its owner adds somebody else to and removes them from, again and again. */
async function groupOf([owner, ...others]: [Person, ...Person[]]): Promise<Place> {
  const at = owner.at(cluster);
  const usernames = others.map(({ username }) => username);
  const id: string = (await at.post('/v1/conversations', { usernames })).body.newConversation._id;
  const guest = await cluster.person('eva');
  const path = `/v1/conversations/${id}/members/${guest.username}`;
  const expected: string[] = [];
  return {
    room: conversationRoom(id),
    path: '/v1/chats',
    async alongside(isOver) {
      while (!isOver()) {
        const isIn = expected.length % 2 === 1;
        const { status } = await dependably(() => (isIn ? at.delete(path) : at.put(path)));
        expect(status).toBe(200);
        expected.push(isIn ? 'removed' : 'added');
        await sleep(100);
      }
    },
    undone(stored) {
      const told = stored.flatMap(({ system }) => (system?.user?.username === guest.username ? [system.kind] : []));
      return told.join() === expected.join() ? [] : [`${expected.join()} was acknowledged, and ${told.join()} is told`];
    },
  };
}

/** Somebody's device, which reconnects when its connection ends. */
function deviceOf(person: Person, room: Room) {
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
          const dead = socket.closed.then(() => ({ ok: false as const, error: 'It died.' }));
          return { ...socket, send: (...event) => Promise.race([socket.send(...event), dead]) };
        }
      },
    },
    room,
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

/** One person writes, edits, deletes and reacts, one thing after another; what isn't acknowledged is retried. */
async function work(
  person: Person,
  { room, path: writing }: Place,
  random: (below: number) => number,
  isOver: () => boolean,
) {
  const at = person.at(cluster);
  const own: string[] = [];
  const all: Acknowledged = { texts: new Map(), deleted: new Set(), reactions: new Map() };
  let writes = 0;
  const pick = <T>(list: readonly T[]) => list[random(list.length)] as T;
  const write = async () => {
    const content = `${person.username} ${writes}`;
    const message = { conversation: room.id, content, client_id: randomUUID() };
    const { body } = await dependably(() => at.post(writing, message));
    own.push(body.message._id);
    all.texts.set(body.message._id, content);
  };
  const react = async () => {
    const { messages } = (await dependably(() => at.get(`${room.history}?size=20`))).body;
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

test.each([
  ['a channel', channelOf],
  ['a group', groupOf],
])(
  'processes are killed while people in %s edit, delete and react: each change counts once, in order, on every device',
  async (_, open) => {
    const people: [Person, ...Person[]] = [await cluster.person('ada')];
    for (const name of ['bob', 'cyd', 'dan']) people.push(await cluster.person(name));
    const place = await open(people);
    const devices = [...people, people[0]].map((person) => deviceOf(person, place.room));
    for (const { device } of devices) await device.connect();
    // This device is offline until the end.
    const [away] = devices;
    away?.device.leave();

    let isOver = false;
    const working = people.map((person, n) => work(person, place, randomOf(n + 1), () => isOver));
    const watching = devices.slice(1).map(async ({ comeBack }) => {
      while (!isOver) {
        await comeBack();
        await sleep(200);
      }
    });
    const alongside = place.alongside?.(() => isOver);
    await killInTurns();
    isOver = true;
    const done = await Promise.all(working);
    await alongside;
    await Promise.all(watching);

    const stored = (await devices[1]?.device.fetchAll()) ?? [];
    const written = stored.filter(({ system }) => !system);
    expect([...faultsOf(written, done), ...(place.undone?.(stored) ?? [])]).toEqual([]);
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
  },
);

const pictures = ['still.webp', 'phone.jpg'] as const;

/** Files that say whose they are and which; sometimes a picture, sometimes several of them. */
async function filesFor(person: Person, number: number): Promise<File[]> {
  const text = new File([`${person.username} ${number}`.repeat(1000)], 'plan.txt', { type: 'text/plain' });
  const shown = await Promise.all(pictures.map(async (name) => new File([await readFixture(name)], name)));
  return [text, ...shown].slice(0, 1 + (number % 3));
}

/** One person sends messages with files, one after another; what isn't acknowledged is sent again, as a client does. */
async function sendFiles(person: Person, { room, path }: Place, isOver: () => boolean): Promise<Map<string, number>> {
  const sent = new Map<string, number>();
  while (!isOver()) {
    const content = `${person.username} ${sent.size}`;
    const files = await filesFor(person, sent.size);
    const attempt = randomUUID();
    const form = () =>
      formOf(
        ['conversation', room.id],
        ['content', content],
        ['client_id', attempt],
        ...files.map((file) => ['files', file] as const),
      );
    const { status, body } = await dependably(() => person.at(cluster).upload(path, form()));
    expect(status, JSON.stringify(body)).toBe(201);
    sent.set(content, files.length);
  }
  return sent;
}

/** All files of the messages can be fetched, whole. @returns each one that can't, as a sentence */
async function unreadable(person: Person, stored: readonly Answer['body'][]): Promise<string[]> {
  const faults: string[] = [];
  for (const { message, attachments } of stored) {
    const fetched = attachments.map(async ({ path, name, size }: Answer['body']) => {
      const response = await fetch(`${cluster.origin}/media${path}`, { headers: { cookie: person.cookie } });
      const { byteLength } = await response.arrayBuffer();
      if (response.status === 200 && byteLength === size) return;
      faults.push(`${name} of "${message}": ${response.status}, ${byteLength} of ${size} bytes`);
    });
    await Promise.all(fetched);
  }
  return faults;
}

test.skipIf(noS3Server).each([
  ['a channel', channelOf],
  ['a group', groupOf],
])(
  'processes are killed while people in %s send files: each message is stored once with all its files, and no file stays without one',
  async (_, open) => {
    const people: [Person, ...Person[]] = [await cluster.person('ada')];
    for (const name of ['bob', 'cyd']) people.push(await cluster.person(name));
    const place = await open(people);
    const devices = people.map((person) => deviceOf(person, place.room));
    for (const { device } of devices) await device.connect();
    let isOver = false;
    const sending = people.map((person) => sendFiles(person, place, () => isOver));
    const alongside = place.alongside?.(() => isOver);
    await killInTurns();
    isOver = true;
    const sent = new Map((await Promise.all(sending)).flatMap((each) => [...each]));
    await alongside;

    const [ada] = people;
    const [first] = devices;
    const stored = (await first?.device.fetchAll()) ?? [];
    const written = stored.filter(({ system }) => !system);
    const found = written.map(({ message, attachments }) => [message, attachments.length]);
    expect(found.toSorted()).toEqual([...sent].toSorted());
    expect([...(await unreadable(ada, written)), ...(place.undone?.(stored) ?? [])]).toEqual([]);
    for (const { device, comeBack } of devices) {
      await vi.waitFor(
        async () => {
          await comeBack();
          await device.settle();
          expect(device.messages).toEqual(await device.fetchAll());
        },
        { timeout: 60_000, interval: 500 },
      );
    }

    // What aborted requests left behind is removed after an hour.
    const [left] = await cluster.sql<{ count: number }>(
      `select count(*)::int from media_files where attached_at is null`,
    );
    await cluster.sql(`update media_files set created_at = created_at - interval '2 hours' where attached_at is null`);
    await cluster.sql(`select graphile_worker.add_job('media.sweep', payload => '{}'::json)`);
    await vi.waitFor(
      async () => {
        expect(await cluster.sql(`select from media_files where attached_at is null`)).toEqual([]);
        const rows = await cluster.sql<{ path: string }>('select path from media_files');
        const known = rows.map(({ path }) => path.replace(/^\/|\.\w+$/g, ''));
        const strays = (await cluster.bucket?.keys())?.filter((key) => !known.some((path) => key.startsWith(path)));
        expect(strays).toEqual([]);
      },
      { timeout: 60_000, interval: 500 },
    );
    console.log(`kill -9: ${kills} kills, ${written.length} messages with files, ${left?.count} files swept`);
  },
);
