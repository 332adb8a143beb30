import { newId } from '#platform/ids.ts';
import type { Answer, LiveSocket, Person } from './harness.ts';

type Message = Answer['body'];

/** A message that never changed is as old as its id. */
const versionOf = ({ _id, revision }: Message): string => revision ?? _id;
const quoteLength = 140;

/** What a device needs to know about its person. */
interface DeviceOwner {
  user: Pick<Person['user'], 'username'>;
  get: Person['get'];
  socket: Person['socket'];
}

/** Where messages are: the path of their history, and the socket events for joining and leaving. */
export interface Room {
  id: string;
  history: string;
  join: 'joinChannel' | 'joinConversation';
}

export const channelRoom = (id: string): Room => ({ id, history: `/v1/channel/chats/${id}`, join: 'joinChannel' });

export const conversationRoom = (id: string): Room => ({ id, history: `/v1/chats/${id}`, join: 'joinConversation' });

/** A device that follows a room as a client should: it applies events, and asks for what it missed while it was away. */
export class Device<Owner extends DeviceOwner = DeviceOwner> {
  readonly person: Owner;
  readonly #room: Room;
  readonly #pages: { messages: number; changes: number };
  readonly #known = new Map<string, Message>();
  #socket: LiveSocket | undefined;
  #connecting: Promise<void> | undefined;
  /** How many of the socket's events have been applied. */
  #applied = 0;
  /** Everything up to this change is known. */
  #revision: string | undefined;
  #newest = '0'.repeat(16);

  /** @param pages how many messages it asks for at once, and how many changes */
  constructor(person: Owner, room: Room, pages = { messages: 7, changes: 3 }) {
    this.#pages = pages;
    this.person = person;
    this.#room = room;
  }

  get isAway(): boolean {
    return this.#socket === undefined;
  }

  /** The messages it shows, oldest first. */
  get messages(): Message[] {
    return [...this.#known.values()]
      .sort((one, other) => (one._id < other._id ? -1 : 1))
      .map((each) => this.#quoting(each));
  }

  /** What a device without any state would show. */
  async fetchAll(): Promise<Message[]> {
    const all: Message[] = [];
    for (let page = await this.#fetch(''); page.messages.length > 0; page = await this.#fetch(`?before=${all[0]._id}`))
      all.unshift(...page.messages);
    return all;
  }

  async connect(): Promise<void> {
    this.#connecting ??= this.#socket ? Promise.resolve() : this.#open();
    await this.#connecting;
    this.#connecting = undefined;
  }

  async #open(): Promise<void> {
    this.#applied = 0;
    const socket = await this.person.socket();
    await socket.send(this.#room.join, this.#room.id);
    this.#socket = socket;
    await this.#catchUp();
  }

  leave(): void {
    this.#apply();
    this.#socket?.close();
    this.#socket = undefined;
  }

  /** Waits for everything that was sent to it. */
  async settle(): Promise<void> {
    await this.connect();
    await this.#socket?.send('leaveChannel', newId());
    this.#apply();
  }

  async #fetch(query: string): Promise<Answer['body']> {
    return (await this.person.get(`${this.#room.history}${query}`)).body;
  }

  async #catchUp(): Promise<void> {
    for (let isAll = false; !isAll; ) {
      const { messages, revision } = await this.#fetch(`?size=${this.#pages.messages}&after=${this.#newest}`);
      for (const message of messages) this.#learn(message);
      this.#newest = messages.at(-1)?._id ?? this.#newest;
      // What the first page shows may have changed since.
      this.#revision ??= revision;
      isAll = messages.length < this.#pages.messages;
    }
    for (let isAll = false; !isAll; ) {
      const { messages, revision } = await this.#fetch(`?size=${this.#pages.changes}&changed_since=${this.#revision}`);
      for (const message of messages) this.#learn(message);
      this.#revision = revision;
      isAll = messages.length < this.#pages.changes;
    }
  }

  /** Takes what was fetched, unless something newer is known. */
  #learn(message: Message): void {
    const known = this.#known.get(message._id);
    if (!known || versionOf(known) <= versionOf(message)) this.#known.set(message._id, message);
  }

  /** Applies events that have arrived since. */
  #apply(): void {
    const { received = [] } = this.#socket ?? {};
    for (const { event, payload } of received.slice(this.#applied)) {
      if (event === 'receiveMessage' && !this.#known.has(payload._id)) this.#known.set(payload._id, payload);
      if (event === 'messageChanged') this.#change(payload);
    }
    this.#applied = received.length;
  }

  #change({ change, ...message }: Message): void {
    const known = this.#known.get(message._id);
    const isOwn = change.kind === 'reaction' && change.username === this.person.user.username;
    const mine = new Set<string>(
      known?.reactions.filter((each: { mine?: boolean }) => each.mine).map((each: { emoji: string }) => each.emoji),
    );
    if (isOwn && change.added) mine.add(change.emoji);
    if (isOwn && !change.added) mine.delete(change.emoji);
    const newest = known && versionOf(known) > versionOf(message) ? known : message;
    const reactions = newest.reactions.map((each: { emoji: string; count: number }) => ({
      ...each,
      mine: mine.has(each.emoji),
    }));
    this.#known.set(message._id, { ...newest, reactions });
  }

  /** A message with its quote as the quoted message is by now. */
  #quoting(message: Message): Message {
    const quoted = message.reply_to && this.#known.get(message.reply_to._id);
    if (!quoted) return message;
    const { _id, sender, deleted, removed } = quoted;
    const isGone = deleted || removed !== undefined;
    const text = isGone ? '' : [...quoted.message].slice(0, quoteLength).join('');
    return { ...message, reply_to: { _id, sender, message: text, ...(isGone && { deleted: true }) } };
  }
}
