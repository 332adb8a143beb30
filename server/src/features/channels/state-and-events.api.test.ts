import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { CommunityChange } from '@hubbub/contract/features/communities/communities.events.ts';
import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { io, type Socket } from 'socket.io-client';
import { expect, test, vi } from 'vitest';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';

const world = await testWorld();

type Part = 'community' | 'channels' | 'roles' | 'members' | 'access';
const parts: readonly Part[] = ['community', 'channels', 'roles', 'members', 'access'];

/** The parts to refetch after each kind of change. */
const stale: Record<CommunityChange['changed'], readonly Part[]> = {
  community: ['community'],
  channels: ['channels'],
  roles: ['roles'],
  members: ['community', 'members'],
  access: parts,
};

/** A part of the workspace as its call returns it; only the status if it's refused. */
async function fetchPart(person: Person, handle: string, part: Part): Promise<unknown> {
  const read = async (path: string) => {
    const { status, body } = await person.get(path);
    return status === 200 ? body : status;
  };
  const path = `/v1/community/${handle}`;
  if (part === 'community') return await read(`/v1/communities/${handle}`);
  if (part === 'access') return [await read(`${path}/user/roles`), await read(`${path}/permissions`)];
  const answer = await read(`${path}/${part}`);
  return part === 'members' ? withoutPresence(answer) : answer;
}

/** Who's online is left out: it has events of its own, and stays reported for a while after somebody has left. */
const withoutPresence = (answer: { members: object[] } | number) =>
  typeof answer === 'number'
    ? answer
    : { ...answer, members: answer.members.map((each) => ({ ...each, online: null })) };

const firstOfAll = '0'.repeat(16);

/** All messages after one, page by page; undefined if the channel isn't open to the person. */
async function fetchMessages(person: Person, channelId: string, after = firstOfAll): Promise<Message[] | undefined> {
  const { status, body } = await person.get(`/v1/channel/chats/${channelId}?after=${after}&size=20`);
  if (status !== 200) return undefined;
  const last: Message | undefined = body.messages.at(-1);
  if (!last || body.messages.length < 20) return body.messages;
  const rest = await fetchMessages(person, channelId, last._id);
  return rest && [...body.messages, ...rest];
}

const usable = (channels: unknown): Channel[] =>
  typeof channels === 'object' && channels !== null && 'channels' in channels
    ? (channels.channels as Channel[]).filter((channel) => channel.usable)
    : [];

/** A client that fetches when it connects, and afterwards only what an event tells it to. */
class Client {
  readonly person: Person;
  readonly handle: string;
  readonly held = new Map<Part, unknown>();
  readonly messages = new Map<string, Map<string, Message>>();
  /** Messages that arrived twice on one connection, or out of order. */
  readonly faults: string[] = [];
  #socket: Socket | undefined;
  #dirty = new Set<Part>();
  #work: Promise<void> = Promise.resolve();
  /** The last live message in each channel joined on this connection. */
  #joined = new Map<string, string>();

  constructor(person: Person, handle: string) {
    this.person = person;
    this.handle = handle;
  }

  async connect(): Promise<void> {
    const socket = io(world.origin, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { cookie: this.person.cookie },
      auth: { groups: true },
    });
    this.#socket = socket;
    this.#joined = new Map();
    socket.on('communityChanged', ({ changed }: CommunityChange) => this.#refresh(stale[changed]));
    socket.on('channelClosed', ({ channel_id }: { channel_id: string }) => this.#forget(channel_id));
    socket.on('receiveMessage', (message: Message) => this.#receive(message));
    await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
    this.#refresh(parts);
  }

  disconnect(): void {
    this.#socket?.disconnect();
    this.#socket = undefined;
  }

  get isConnected(): boolean {
    return this.#socket !== undefined;
  }

  /** Resolves when nothing is left to fetch. */
  async idle(): Promise<void> {
    for (let work: Promise<void> | undefined; work !== this.#work; ) {
      work = this.#work;
      await work;
    }
  }

  #receive(message: Message): void {
    const last = this.#joined.get(message.conversation);
    if (last !== undefined && last >= message._id) this.faults.push(`${message._id} after ${last}`);
    if (last !== undefined) this.#joined.set(message.conversation, message._id);
    this.messages.get(message.conversation)?.set(message._id, message);
  }

  #forget(channelId: string): void {
    this.#joined.delete(channelId);
    this.messages.delete(channelId);
  }

  #refresh(which: readonly Part[]): void {
    for (const part of which) this.#dirty.add(part);
    this.#work = this.#work.then(() => this.#fetch());
  }

  async #fetch(): Promise<void> {
    const socket = this.#socket;
    const which = [...this.#dirty];
    this.#dirty.clear();
    if (which.includes('access')) await socket?.emitWithAck('joinCommunity', this.handle);
    for (const part of which) this.held.set(part, await fetchPart(this.person, this.handle, part));
    if (!which.includes('channels')) return;
    const open = usable(this.held.get('channels')).map(({ channel_id }) => channel_id);
    for (const id of this.messages.keys()) if (!open.includes(id)) this.#forget(id);
    for (const id of open) if (socket && socket === this.#socket && !this.#joined.has(id)) await this.#join(socket, id);
  }

  /** The room first, then what was missed, so nothing falls in between. */
  async #join(socket: Socket, id: string): Promise<void> {
    this.#joined.set(id, '');
    const kept = this.messages.get(id) ?? new Map<string, Message>();
    this.messages.set(id, kept);
    // Before joining the room: what arrives live afterwards says nothing about what came before it.
    const last = [...kept.keys()].sort().at(-1);
    const answer = await socket
      .timeout(20_000)
      .emitWithAck('joinChannel', id)
      .catch(() => ({ error: 'closed' }));
    const missed = answer.ok === true ? await fetchMessages(this.person, id, last) : undefined;
    // There's a new connection by now, which fetches what it missed.
    if (socket !== this.#socket) return;
    if (!missed) this.#forget(id);
    for (const message of missed ?? []) kept.set(message._id, message);
  }

  /** The channels with their unread state: fetched together, then updated by the messages that arrive. */
  #channels(): unknown {
    const held = this.held.get('channels');
    if (typeof held !== 'object' || held === null || !('channels' in held)) return held;
    const channels = (held.channels as Channel[]).map((channel) => {
      const news = [...(this.messages.get(channel.channel_id)?.values() ?? [])].filter(
        ({ _id, sender }) => sender._id !== this.person.user_id && _id > (channel.read_id ?? ''),
      );
      const unread_id =
        news
          .map(({ _id }) => _id)
          .sort()
          .at(-1) ?? null;
      return { ...channel, unread_id };
    });
    return { ...held, channels };
  }

  /** What the client shows now. */
  shown(): unknown {
    const messages = [...this.messages].map(([id, list]) => [
      id,
      [...list.values()].sort((a, b) => (a._id < b._id ? -1 : 1)),
    ]);
    const held = Object.fromEntries(parts.map((part) => [part, this.held.get(part)]));
    return { ...held, channels: this.#channels(), messages: messages.sort() };
  }

  /** What the client would show after fetching everything. */
  async fetched(): Promise<unknown> {
    const state = new Map<Part, unknown>();
    for (const part of parts) state.set(part, await fetchPart(this.person, this.handle, part));
    const messages: [string, Message[]][] = [];
    for (const { channel_id } of usable(state.get('channels'))) {
      messages.push([channel_id, (await fetchMessages(this.person, channel_id)) ?? []]);
    }
    return { ...Object.fromEntries(state), messages: messages.sort() };
  }
}

interface Scene {
  handle: string;
  clients: Client[];
  roles: string[];
  channels: string[];
  random: (below: number) => number;
  said: number;
}

/** One action by someone. It may only fail because the person lacks permission. */
async function act(scene: Scene): Promise<void> {
  const { handle, clients, roles, channels, random } = scene;
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const { person } = pick(clients);
  const path = `/v1/community/${handle}`;
  const kind = random(100);
  let answer: Answer;
  if (kind < 55) {
    scene.said += 1;
    answer = await person.post('/v1/channel/chats', { conversation: pick(channels), content: `number ${scene.said}` });
  } else if (kind < 63) answer = await person.post(path);
  else if (kind < 68) answer = await person.delete(path);
  else if (kind < 88) {
    const assignment = { role_id: pick(roles), username: pick(clients).person.user.username };
    const giver = random(4) ? (clients[0]?.person ?? person) : person;
    answer = await giver[random(5) < 3 ? 'post' : 'delete'](`${path}/roles/user`, assignment);
  } else if (kind < 91) {
    answer = await person.post(`${path}/channels`, { name: `channel ${random(1000)}`, roles: [pick(roles)] });
    if (answer.status === 201) channels.push(answer.body.channel.channel_id);
  } else if (kind < 93) {
    answer = await person.post(`${path}/roles`, { name: `role ${random(1000)}`, permissions: ['channel:create'] });
    if (answer.status === 201) roles.push(answer.body.role.role_id);
  } else {
    const one = pick(clients);
    await one.idle();
    if (one.isConnected) one.disconnect();
    else await one.connect();
    return;
  }
  expect([200, 201, 404, 409, 422]).toContain(answer.status);
}

test.each([1, 2, 3])(
  'after many actions by several people, each client holds what it would fetch (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const people: Person[] = [];
    for (let n = 0; n < 6; n += 1) people.push(await world.person(`person_${seed}_${n}`));
    const [creator] = people as [Person];
    const { handle } = await createCommunityOf(world.platform, { creatorId: creator.user_id, handle: `world_${seed}` });
    const path = `/v1/community/${handle}`;
    for (const person of people.slice(1, 4)) await person.post(path);
    await creator.post(`${path}/roles`, { name: 'Host', permissions: ['channel:create'] });
    const roles = (await creator.get(`${path}/roles`)).body.roles.map(({ role_id }: { role_id: string }) => role_id);
    const channels: string[] = [];
    for (const role of roles) {
      const { channel } = (await creator.post(`${path}/channels`, { name: role, roles: [role] })).body;
      channels.push(channel.channel_id);
    }
    const clients = people.map((person) => new Client(person, handle));
    for (const client of clients) await client.connect();

    const scene: Scene = { handle, clients, roles, channels, random, said: 0 };
    for (let step = 0; step < 60; step += 1) await Promise.all(Array.from({ length: 1 + random(4) }, () => act(scene)));
    for (const client of clients) if (!client.isConnected) await client.connect();

    for (const client of clients) {
      await vi.waitFor(
        async () => {
          await client.idle();
          expect(client.shown()).toEqual(await client.fetched());
        },
        { interval: 200 },
      );
      expect(client.faults).toEqual([]);
      client.disconnect();
    }
    expect(scene.said).toBeGreaterThan(40);
  },
  120_000,
);
