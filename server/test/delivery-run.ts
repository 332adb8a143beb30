import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';

/**
 * Clients that send and receive direct messages as dependable ones do, while the server is killed again and again: what a send
 * was answered for has to arrive, everywhere, once, in one order. For the tests and for the bench.
 */

/** The server that runs now. */
export interface RunningServer {
  origin: string;
  /** Ends it without warning (SIGKILL); resolves when it is gone. */
  kill(): Promise<void>;
}

export interface DeliveryOptions {
  start(): Promise<RunningServer>;
  /** The `cookie` headers of the clients, and their usernames; each talks with the next. */
  people: readonly { cookie: string; username: string }[];
  /** Messages that are sent in all. */
  sends: number;
  kills: number;
}

export interface DeliveryReport {
  /** Messages whose sending was answered with success. */
  acknowledged: number;
  /** Tries of sending that got no answer, or another one, and were repeated. */
  retries: number;
  kills: number;
  connections: number;
  /** Each breach of the promise, in a sentence; empty when it was kept. */
  faults: string[];
}

interface Message {
  _id: string;
  conversation: string;
  message: string;
}

/** Sends of one client that are under way at once. */
const atOnce = 2;
const pause = 100;
/** How long a client waits for what it has not got when all is sent, in milliseconds. */
const patience = 60_000;

type Target = { origin: string };

class DependableClient {
  readonly rooms: string[] = [];
  /** By room, what this client shows: each message once, whether it came live or by asking. */
  readonly shown = new Map<string, Map<string, string>>();
  readonly acknowledged = new Map<string, string>();
  readonly faults: string[] = [];
  retries = 0;
  connections = 0;
  /**
   * By room, up to which message nothing is missing. What this client has sent itself does not count: before it there may be
   * something that came while the connection was lost.
   */
  readonly #complete = new Map<string, string>();
  readonly #cookie: string;
  readonly #target: Target;
  #socket: Socket | undefined;
  #isOver = false;
  readonly #over = Promise.withResolvers<void>();

  constructor(cookie: string, target: Target) {
    this.#cookie = cookie;
    this.#target = target;
  }

  /** Asks until there is an answer other than a failure. */
  async call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    for (;;) {
      try {
        const response = await fetch(this.#target.origin + path, {
          method,
          headers: { cookie: this.#cookie, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(10_000),
        });
        const answer: unknown = await response.json();
        if (response.ok) return answer as Answer;
        if (response.status < 500)
          throw new TypeError(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
      } catch (error) {
        if (error instanceof TypeError && error.message.startsWith(method)) throw error;
      }
      if (method === 'POST') this.retries += 1;
      await sleep(pause);
    }
  }

  async send(room: string, text: string): Promise<void> {
    const body = { conversation: room, content: text, client_id: randomUUID() };
    const { message } = await this.call<{ message: Message }>('POST', '/v1/chats', body);
    this.acknowledged.set(message._id, text);
    this.#show(message);
  }

  /** Connects, comes back whenever the connection ends, and asks for what was missed. */
  async stayConnected(): Promise<void> {
    while (!this.#isOver) {
      const socket = io(this.#target.origin, {
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        extraHeaders: { cookie: this.#cookie },
      });
      this.#socket = socket;
      let isInStep = false;
      const heard = new Map<string, string>();
      socket.on('receiveMessage', (message: Message) => {
        const before = heard.get(message.conversation) ?? '';
        if (before >= message._id) this.faults.push(`${message._id} came after ${before} over one connection`);
        heard.set(message.conversation, message._id);
        if (isInStep) this.#completeUpTo(message.conversation, message._id);
        this.#show(message);
      });
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true));
        socket.once('connect_error', () => resolve(false));
        void this.#over.promise.then(() => resolve(false));
      });
      if (isOpen) {
        this.connections += 1;
        const ended = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
        for (const room of this.rooms) await this.#catchUp(room);
        isInStep = socket.connected;
        for (const [room, id] of isInStep ? heard : []) this.#completeUpTo(room, id);
        if (isInStep) await ended;
        isInStep = false;
      }
      socket.close();
      if (!this.#isOver) await sleep(pause);
    }
  }

  end(): void {
    this.#isOver = true;
    this.#over.resolve();
    this.#socket?.disconnect();
  }

  async #catchUp(room: string): Promise<void> {
    for (;;) {
      const after = this.#complete.get(room) ?? '0'.repeat(16);
      const { messages } = await this.call<{ messages: Message[] }>('GET', `/v1/chats/${room}?after=${after}`);
      for (const message of messages) this.#show(message);
      const newest = messages.at(-1);
      if (!newest) return;
      this.#completeUpTo(room, newest._id);
    }
  }

  #completeUpTo(room: string, id: string): void {
    if ((this.#complete.get(room) ?? '') < id) this.#complete.set(room, id);
  }

  #show({ _id, conversation, message }: Message): void {
    const room = this.shown.get(conversation) ?? new Map<string, string>();
    this.shown.set(conversation, room);
    if ((room.get(_id) ?? message) !== message) this.faults.push(`${_id} is two messages`);
    room.set(_id, message);
  }
}

/** Runs it and says what was broken. The first server is started here, the last one keeps running. */
export async function runDelivery(options: DeliveryOptions): Promise<DeliveryReport> {
  const { start, people, sends, kills } = options;
  let server = await start();
  const target: Target = { origin: server.origin };
  const clients = people.map(({ cookie }) => new DependableClient(cookie, target));
  for (const [index, client] of clients.entries()) {
    const next = (index + 1) % clients.length;
    const { newConversation } = await client.call<{ newConversation: { _id: string } }>('POST', '/v1/conversations', {
      username: people[next]?.username,
    });
    const { _id } = newConversation;
    client.rooms.push(_id);
    clients[next]?.rooms.push(_id);
  }
  const connected = clients.map((client) => client.stayConnected());

  let begun = 0;
  let sent = 0;
  const work = async (client: DependableClient) => {
    while (begun < sends) {
      begun += 1;
      const number = begun;
      await client.send(client.rooms[number % client.rooms.length] ?? '', `Number ${number}`);
      sent += 1;
    }
  };
  const working = Promise.all(clients.flatMap((client) => Array.from({ length: atOnce }, () => work(client))));
  const isFailed = working.then(
    () => false,
    () => true,
  );
  const allConnected = async (times: number) => {
    const end = Date.now() + patience;
    while (clients.some(({ connections }) => connections < times) && Date.now() < end) await sleep(1);
  };
  for (let kill = 1; kill <= kills; kill += 1) {
    while (sent < (sends * kill) / (kills + 1)) {
      if (await Promise.race([isFailed, sleep(1)])) break;
    }
    // So that each kill cuts off everybody.
    await allConnected(kill);
    await server.kill();
    server = await start();
    target.origin = server.origin;
  }
  await working;
  await allConnected(kills + 1);

  const expected = new Map(clients.flatMap((client) => [...client.acknowledged]));
  const seenBy = (client: DependableClient, room: string) => client.shown.get(room) ?? new Map<string, string>();
  const isComplete = () =>
    clients.reduce((sum, client) => sum + client.rooms.reduce((all, room) => all + seenBy(client, room).size, 0), 0) >=
    2 * expected.size;
  for (const end = Date.now() + patience; !isComplete() && Date.now() < end; ) await sleep(pause);
  for (const client of clients) client.end();
  await Promise.all(connected);

  const faults = clients.flatMap((client) => client.faults);
  if (expected.size !== sends) faults.push(`${expected.size} messages were acknowledged of ${sends} that were sent`);
  for (const client of clients) {
    for (const room of client.rooms) {
      const seen = [...seenBy(client, room)].sort(([one], [other]) => (one < other ? -1 : 1));
      const stored = await historyOf(client, room);
      if (JSON.stringify(seen) !== JSON.stringify(stored)) {
        faults.push(`${room}: somebody has ${seen.length} messages where ${stored.length} are stored, or others`);
      }
      if (new Set(seen.map(([, text]) => text)).size !== seen.length) faults.push(`${room}: something is there twice`);
      for (const [id] of seen) if (!expected.has(id)) faults.push(`${id} was never acknowledged`);
    }
  }
  const total = (of: (client: DependableClient) => number) => clients.reduce((sum, client) => sum + of(client), 0);
  return {
    acknowledged: expected.size,
    retries: total(({ retries }) => retries),
    connections: total(({ connections }) => connections),
    kills,
    faults,
  };
}

async function historyOf(client: DependableClient, room: string): Promise<[string, string][]> {
  const all: [string, string][] = [];
  for (let before = ''; ; ) {
    const { messages } = await client.call<{ messages: Message[] }>('GET', `/v1/chats/${room}${before}`);
    all.unshift(...messages.map(({ _id, message }): [string, string] => [_id, message]));
    const oldest = messages[0];
    if (!oldest) return all;
    before = `?before=${oldest._id}`;
  }
}
