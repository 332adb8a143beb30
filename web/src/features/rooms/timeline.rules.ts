import type { Message, RepliedMessage } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import type { Act } from '#features/rooms/acts.rules.ts';
import { type Changed, changedMessage, newerOf, withQuoted } from '#features/rooms/versions.rules.ts';

/** One of the person's own messages that isn't stored yet. */
export interface Outgoing {
  /** Identifies this message to the server, so that a retry doesn't store it twice. */
  clientId: string;
  text: string;
  files: readonly OutgoingFile[];
  /** The message it answers. */
  replyTo?: RepliedMessage;
  createdAt: string;
  /** `sending`: in flight or next; `waiting`: for the connection; `failed`: the server refused it, `error` says why. */
  status: 'sending' | 'waiting' | 'failed';
  error: string | null;
  /** The progress of uploading its files, 0 to 100. */
  percent: number | null;
}

/** A file of an unsent message. */
export interface OutgoingFile {
  id: number;
  file: File;
  name: string;
  type: string;
  /** An object URL. */
  url: string;
  /** Of a picture or video. */
  width?: number | undefined;
  height?: number | undefined;
}

/** The range of ids with messages from others that a person hasn't seen; a divider precedes the first one. */
export interface UnreadRange {
  after: string;
  upTo: string;
}

/** Part of the history that's far above the newest messages: what's around a message somebody has jumped to, without gaps. */
export interface Excerpt {
  messages: readonly Message[];
  older: TimelineState['older'];
  newer: 'some' | 'loading' | 'failed';
}

/** A jump to a message. */
export interface Jump {
  id: string;
  /** `missing`: there's no such message, or it can't be seen. */
  status: 'loading' | 'found' | 'missing' | 'failed';
  /** Differs for the next jump. */
  count: number;
}

/** What's known about one chat's messages. */
export interface TimelineState {
  /** `gone`: the chat doesn't exist, or isn't open to this person. */
  status: 'loading' | 'ready' | 'failed' | 'gone';
  /** Why the newest page couldn't be loaded. */
  error: string | null;
  offline: boolean;
  /** Stored messages, sorted by id. */
  messages: readonly Message[];
  /**
   * There are no gaps up to this id, so catching up after a lost connection starts here. Empty while no message is known. Answers to
   * the person's own sends don't move it, because messages from others may come in between.
   */
  syncedTo: string;
  older: 'none' | 'some' | 'loading' | 'failed';
  outgoing: readonly Outgoing[];
  /** What arrived while disconnected. */
  missed: UnreadRange | null;
  /** What the person is doing to stored messages: the server hasn't answered yet. */
  acts: readonly Act[];
  /** What they have done before, which waits in the outbox. */
  kept: readonly Act[];
  /** Changes of messages that aren't known yet, because they're on their way or far up. */
  early: readonly Changed[];
  /** What's shown instead of the newest messages, which stay up to date. */
  excerpt: Excerpt | null;
  jump: Jump | null;
  /** Grows whenever another part of the history is shown. */
  part: number;
}

export const emptyTimeline: TimelineState = {
  status: 'loading',
  error: null,
  offline: false,
  messages: [],
  syncedTo: '',
  older: 'none',
  outgoing: [],
  missed: null,
  acts: [],
  kept: [],
  early: [],
  excerpt: null,
  jump: null,
  part: 0,
};

/** Messages per page of history, as the server returns them. */
export const pageSize = 100;
/** After this many pages of missed messages, the newest page replaces everything. */
export const catchUpPages = 10;
/** How many messages before the last known one are requested again, because several servers may broadcast the last few in another order. */
export const overlap = 10;
/** Messages this many milliseconds older than the last known one are requested again: none stays in transit longer. */
export const overlapTime = 30_000;
/** How many messages are kept for a chat that isn't open. */
const maxOfClosed = 200;
/** How many changes of unknown messages are kept. */
const maxEarly = 50;

const byId = (a: Message, b: Message) => (a._id < b._id ? -1 : Number(a._id > b._id));

/** Merges both lists by id: each message once, in its newer version. */
export function merged(known: readonly Message[], added: readonly Message[]): readonly Message[] {
  if (added.length === 0) return known;
  const last = known.at(-1);
  const first = added[0];
  if (last === undefined) return added;
  // The common case: one more message at the end.
  if (added.length === 1 && first !== undefined && first._id > last._id) return [...known, first];
  const all = new Map(known.map((message) => [message._id, message]));
  for (const message of added) {
    const before = all.get(message._id);
    all.set(message._id, before === undefined ? message : newerOf(before, message));
  }
  return [...all.values()].sort(byId);
}

/** The unsent messages, without those that are now stored. */
function unsent(outgoing: readonly Outgoing[], stored: readonly Message[]): readonly Outgoing[] {
  if (outgoing.length === 0) return outgoing;
  const ids = new Set(stored.map(({ client_id }) => client_id));
  const left = outgoing.filter(({ clientId }) => !ids.has(clientId));
  return left.length === outgoing.length ? outgoing : left;
}

const lastId = (messages: readonly Message[]) => messages.at(-1)?._id ?? '';

/** The newest page replaces what was known, except for messages after it. */
export function withNewest(state: TimelineState, page: readonly Message[]): TimelineState {
  const end = lastId(page);
  const known = new Map(state.messages.map((message) => [message._id, message]));
  const later = state.messages.filter(({ _id }) => _id > end);
  // A change may have overtaken the page.
  const newest = page.map((message) => newerOf(known.get(message._id) ?? message, message));
  return {
    ...state,
    status: 'ready',
    error: null,
    offline: false,
    messages: merged(newest, later),
    syncedTo: end,
    older: page.length < pageSize ? 'none' : 'some',
    outgoing: unsent(state.outgoing, page),
  };
}

/** Adds the page before the first known message. */
export function withOlder<T extends Pick<TimelineState, 'messages' | 'older'>>(state: T, page: readonly Message[]): T {
  return {
    ...state,
    messages: merged(state.messages, page),
    older: page.length < pageSize ? 'none' : 'some',
  };
}

/** Adds a page of messages after `syncedTo`, or after one shortly before it. */
export function withMissed(state: TimelineState, page: readonly Message[]): TimelineState {
  const end = lastId(page);
  return {
    ...state,
    messages: merged(state.messages, page),
    syncedTo: end > state.syncedTo ? end : state.syncedTo,
    outgoing: unsent(state.outgoing, page),
  };
}

/** Everything after `lostAt` arrived while disconnected. */
export function withNews(state: TimelineState, lostAt: string): TimelineState {
  const upTo = lastId(state.messages);
  return upTo > lostAt ? { ...state, missed: { after: lostAt, upTo } } : state;
}

/** Attributes the messages of someone who deleted their account to the deleted user. */
export function withDeleted(state: TimelineState, userId: string): TimelineState {
  const gone = (message: Message) => (message.sender._id === userId ? { ...message, sender: deletedUser } : message);
  const { messages, excerpt } = state;
  if (![...messages, ...(excerpt?.messages ?? [])].some(({ sender }) => sender._id === userId)) return state;
  return {
    ...state,
    messages: messages.map(gone),
    excerpt: excerpt && { ...excerpt, messages: excerpt.messages.map(gone) },
  };
}

/** The id to catch up from, shortly before `syncedTo`. Undefined while no message is known; then the newest page has everything. */
export function catchUpFrom({ messages, syncedTo }: TimelineState): string | undefined {
  const synced = messages.filter(({ _id }) => _id <= syncedTo);
  const last = synced.at(-1);
  if (last === undefined) return undefined;
  const old = new Date(last.createdAt).getTime() - overlapTime;
  const enough = synced.findLastIndex((message) => new Date(message.createdAt).getTime() <= old);
  return synced[Math.max(0, Math.min(enough, synced.length - 1 - overlap))]?._id;
}

/** Adds a stored message: broadcast (`live`, so nothing before it can be missing), or the answer to the person's own send. */
export function withStored(state: TimelineState, message: Message, live: boolean): TimelineState {
  return {
    ...state,
    messages: merged(state.messages, [message]),
    syncedTo: live && message._id > state.syncedTo ? message._id : state.syncedTo,
    outgoing: unsent(state.outgoing, [message]),
  };
}

/** Applies a function to one message in a list, and shows the result in replies to it. */
function changedIn(messages: readonly Message[], id: string, next: (known: Message) => Message): readonly Message[] {
  const known = messages.find(({ _id }) => _id === id);
  const changed = known && next(known);
  if (changed === undefined) return messages;
  const all = messages.map((message) => (message === known ? changed : withQuoted(message, changed)));
  return all.some((message, index) => message !== messages[index]) ? all : messages;
}

/** Applies a function to one message, wherever it's known, and shows the result in replies to it. */
export function withMessage(state: TimelineState, id: string, next: (known: Message) => Message): TimelineState {
  const messages = changedIn(state.messages, id, next);
  const part = state.excerpt && changedIn(state.excerpt.messages, id, next);
  if (messages === state.messages && part === (state.excerpt?.messages ?? null)) return state;
  return { ...state, messages, excerpt: state.excerpt && part && { ...state.excerpt, messages: part } };
}

const isKnown = ({ messages, excerpt }: TimelineState, id: string) =>
  [messages, excerpt?.messages ?? []].some((list) => list.some(({ _id }) => _id === id));

/** Replaces a message with its changed version; if it hasn't been loaded yet, as soon as it is. */
export function withChanged(state: TimelineState, changed: Changed): TimelineState {
  const { _id: id } = changed.message;
  if (isKnown(state, id)) return withMessage(state, id, (known) => changedMessage(known, changed));
  return { ...state, early: [...state.early, changed].slice(-maxEarly) };
}

/** Applies changes that came before their messages. */
export function withEarly(state: TimelineState): TimelineState {
  if (state.early.length === 0) return state;
  const found = state.early.filter(({ message }) => isKnown(state, message._id));
  if (found.length === 0) return state;
  const early = state.early.filter((changed) => !found.includes(changed));
  return found.reduce(withChanged, { ...state, early });
}

/** Replaces known messages by newer versions. */
export function withKnown(state: TimelineState, changed: readonly Message[]): TimelineState {
  return changed.reduce((next, message) => withMessage(next, message._id, (known) => newerOf(known, message)), state);
}

/** Marks everything known as free of gaps. */
export function withSynced(state: TimelineState): TimelineState {
  const end = lastId(state.messages);
  return end > state.syncedTo ? { ...state, syncedTo: end } : state;
}

/** What the person has written here that isn't stored yet, in order. */
export function withOutgoing(state: TimelineState, outgoing: readonly Outgoing[]): TimelineState {
  if (outgoing.length === 0 && state.outgoing.length === 0) return state;
  return { ...state, outgoing: unsent(outgoing, state.messages) };
}

/** What's kept in memory after leaving a chat: the most recent messages. */
export function trimmed(state: TimelineState): TimelineState {
  const { missed, excerpt, jump } = state;
  const isPlain = missed === null && excerpt === null && jump === null;
  const left = isPlain ? state : { ...state, missed: null, excerpt: null, jump: null };
  if (left.messages.length <= maxOfClosed) return left;
  return { ...left, messages: left.messages.slice(-maxOfClosed), older: 'some' };
}
