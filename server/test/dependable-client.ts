import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';

interface Message {
  _id: string;
  conversation: string;
  message: string;
}

/** Where messages are exchanged, and the calls for it. */
export interface Room {
  id: string;
  path: '/v1/chats' | '/v1/channel/chats';
}

/** The server a client connects to; it may change. */
export interface Target {
  origin: string;
}

const pause = 100;

/** A client that sends and receives messages reliably while servers come and go. */
export class DependableClient {
  readonly rooms: Room[] = [];
  /** By room, what this client shows: each message once, whether it arrived live or by catching up. */
  readonly shown = new Map<string, Map<string, string>>();
  readonly acknowledged = new Map<string, string>();
  readonly faults: string[] = [];
  /** What wouldn't happen with a server that never fails: each call and connection that didn't succeed the first time. */
  readonly problems: string[] = [];
  retries = 0;
  /** How often the server said that something may have been missed. */
  resyncs = 0;
  connections = 0;
  /**
   * By room, the message up to which nothing is missing. Messages this client sent don't count: others may have arrived before them
   * while it was disconnected.
   */
  readonly #complete = new Map<string, string>();
  readonly #heard = new Set<string>();
  readonly #isOneProcess: boolean;
  readonly #cookie: string;
  readonly #target: Target;
  #socket: Socket | undefined;
  #isOver = false;
  readonly #over = Promise.withResolvers<void>();

  /**
   * @param isOneProcess live messages arrive in id order, so nothing before one that arrived is missing. Messages from several
   * processes may overtake each other, and be missing until they say so (`resync`)
   */
  constructor(cookie: string, target: Target, isOneProcess = true) {
    this.#cookie = cookie;
    this.#target = target;
    this.#isOneProcess = isOneProcess;
  }

  /** Retries until the answer isn't a failure. */
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
        this.problems.push(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
      } catch (error) {
        if (error instanceof TypeError && error.message.startsWith(method)) throw error;
        this.problems.push(`${method} ${path}: ${describeError(error)}`);
      }
      if (method === 'POST') this.retries += 1;
      await sleep(pause);
    }
  }

  async send(room: Room, text: string): Promise<void> {
    const body = { conversation: room.id, content: text, client_id: randomUUID() };
    const { message } = await this.call<{ message: Message }>('POST', room.path, body);
    this.acknowledged.set(message._id, text);
    this.#show(message);
  }

  /** Connects, reconnects whenever the connection ends, and catches up. */
  async stayConnected(): Promise<void> {
    while (!this.#isOver) {
      const socket = io(this.#target.origin, {
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        auth: { refusals: true, groups: true },
        extraHeaders: { cookie: this.#cookie },
      });
      this.#socket = socket;
      let isInStep = false;
      const heard = new Map<string, string>();
      this.#heard.clear();
      socket.on('receiveMessage', (message: Message) => {
        const before = heard.get(message.conversation) ?? '';
        if (this.#heard.has(message._id)) this.faults.push(`${message._id} came twice over one connection`);
        if (this.#isOneProcess && before > message._id)
          this.faults.push(`${message._id} came after ${before} over one connection`);
        this.#heard.add(message._id);
        heard.set(message.conversation, message._id);
        if (isInStep && this.#isOneProcess) this.#completeUpTo(message.conversation, message._id);
        this.#show(message);
      });
      socket.on('resync', async () => {
        this.resyncs += 1;
        for (const room of this.rooms) await this.#catchUp(room);
      });
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true));
        socket.once('connect_error', (error) => {
          this.problems.push(`a connection: ${error.message}`);
          resolve(false);
        });
        void this.#over.promise.then(() => resolve(false));
      });
      if (isOpen) {
        this.connections += 1;
        const ended = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
        isInStep = await this.#enterAll(socket);
        for (const [room, id] of isInStep && this.#isOneProcess ? heard : []) this.#completeUpTo(room, id);
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

  /** Joins the rooms that can be joined, then catches up; false if the connection ended meanwhile. */
  async #enterAll(socket: Socket): Promise<boolean> {
    for (const { id, path } of this.rooms) {
      // A socket that has joined a channel only gets messages from rooms it has joined.
      const event = path === '/v1/channel/chats' ? 'joinChannel' : 'joinConversation';
      const answer: unknown = await socket.timeout(10_000).emitWithAck(event, id).catch(describeError);
      if (!socket.connected) return false;
      if (JSON.stringify(answer) === '{"ok":true}') continue;
      this.problems.push(`a room was not entered: ${JSON.stringify(answer)}`);
      return false;
    }
    for (const room of this.rooms) await this.#catchUp(room);
    return socket.connected;
  }

  async #catchUp({ id, path }: Room): Promise<void> {
    for (;;) {
      const after = this.#complete.get(id) ?? '0'.repeat(16);
      const { messages } = await this.call<{ messages: Message[] }>('GET', `${path}/${id}?after=${after}`);
      for (const message of messages) this.#show(message);
      const newest = messages.at(-1);
      if (!newest) return;
      this.#completeUpTo(id, newest._id);
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

/** The details of a `fetch` error are in its cause. */
function describeError(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

/** Everything stored in a room, as ids and texts, oldest first. */
export async function historyOf(client: DependableClient, { id, path }: Room): Promise<[string, string][]> {
  const all: [string, string][] = [];
  for (let before = ''; ; ) {
    const { messages } = await client.call<{ messages: Message[] }>('GET', `${path}/${id}${before}`);
    all.unshift(...messages.map(({ _id, message }): [string, string] => [_id, message]));
    const oldest = messages[0];
    if (!oldest) return all;
    before = `?before=${oldest._id}`;
  }
}

/**
 * Compares what clients show with what's stored.
 * @param acknowledged id and text of each message acknowledged with success
 * @returns each difference, as a sentence
 */
export async function compareWithStored(
  clients: readonly DependableClient[],
  acknowledged: ReadonlyMap<string, string>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const client of clients) {
    for (const room of client.rooms) {
      const shown = client.shown.get(room.id) ?? new Map<string, string>();
      const seen = [...shown].sort(([one], [other]) => (one < other ? -1 : 1));
      const stored = await historyOf(client, room);
      if (JSON.stringify(seen) !== JSON.stringify(stored)) {
        const missing = stored.filter(([id]) => !shown.has(id)).map(([, text]) => text);
        faults.push(
          `${room.id}: somebody has ${seen.length} messages where ${stored.length} are stored; of those missing: ${missing.slice(0, 5).join(', ')}`,
        );
      }
      if (new Set(stored.map(([, text]) => text)).size !== stored.length)
        faults.push(`${room.id}: something is there twice`);
      for (const [id] of stored) if (!acknowledged.has(id)) faults.push(`${id} was never acknowledged`);
    }
  }
  return faults;
}
