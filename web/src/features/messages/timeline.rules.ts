import type { Message } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';

/** A message of one's own that is not stored yet. */
export interface Outgoing {
  /** Names this attempt to send for the server, so that a retry stores nothing twice. */
  clientId: string;
  text: string;
  image: OutgoingImage | null;
  createdAt: string;
  /** `sending`: under way or next; `waiting`: for the connection; `failed`: the server refused it, `error` says why. */
  status: 'sending' | 'waiting' | 'failed';
  error: string | null;
  /** How much of a picture has been sent, 0 to 100. */
  percent: number | null;
}

/** A picture of a message that is on its way. */
export interface OutgoingImage {
  file: File;
  /** An object URL. */
  url: string;
  width: number;
  height: number;
}

/** Messages of others after one id, up to another, that a person has not seen: a line stands before the first of them. */
export interface News {
  after: string;
  upTo: string;
}

/** What is known of the messages of one room. */
export interface TimelineState {
  /** `gone`: the room does not exist, or not for this person. */
  status: 'loading' | 'ready' | 'failed' | 'gone';
  /** Why the newest page could not be loaded. */
  error: string | null;
  offline: boolean;
  /** Stored messages in the order of their ids. */
  messages: readonly Message[];
  /**
   * Up to this id nothing is missing: what came later is asked for by it after a lost connection. Empty while no message is known.
   * Answers to one's own sends do not move it, because messages of others may come between.
   */
  syncedTo: string;
  older: 'none' | 'some' | 'loading' | 'failed';
  outgoing: readonly Outgoing[];
  /** What came while the connection was away. */
  missed: News | null;
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
};

/** Messages in a page of history, as the server gives them. */
export const pageSize = 100;
/** After this many pages that were missed, the newest page takes the place of everything. */
export const catchUpPages = 10;
/** Messages before the last known one that are asked for again: several servers may tell the last few in another order. */
export const overlap = 10;
/** Milliseconds by which the first that is asked for again is older than the last known one: nothing is under way for so long. */
export const overlapTime = 30_000;
/** Messages that are kept of a room that nobody looks at. */
const keptOfClosed = 200;

const byId = (a: Message, b: Message) => (a._id < b._id ? -1 : Number(a._id > b._id));

/** Both lists as one: each message once, the later word about it, in the order of ids. */
function merged(known: readonly Message[], added: readonly Message[]): readonly Message[] {
  if (added.length === 0) return known;
  const last = known.at(-1);
  const first = added[0];
  if (last === undefined) return added;
  // What mostly happens: one message more at the end.
  if (added.length === 1 && first !== undefined && first._id > last._id) return [...known, first];
  const all = new Map(known.map((message) => [message._id, message]));
  for (const message of added) all.set(message._id, message);
  return [...all.values()].sort(byId);
}

/** Without those outgoing messages that are among the stored ones now. */
function unsent(outgoing: readonly Outgoing[], stored: readonly Message[]): readonly Outgoing[] {
  if (outgoing.length === 0) return outgoing;
  const ids = new Set(stored.map(({ client_id }) => client_id));
  const left = outgoing.filter(({ clientId }) => !ids.has(clientId));
  return left.length === outgoing.length ? outgoing : left;
}

const lastId = (messages: readonly Message[]) => messages.at(-1)?._id ?? '';

/** The newest page takes the place of what was known, except for what came after it. */
export function withNewest(state: TimelineState, page: readonly Message[]): TimelineState {
  const end = lastId(page);
  const later = state.messages.filter(({ _id }) => _id > end);
  return {
    ...state,
    status: 'ready',
    error: null,
    offline: false,
    messages: merged(page, later),
    syncedTo: end,
    older: page.length < pageSize ? 'none' : 'some',
    outgoing: unsent(state.outgoing, page),
  };
}

/** One page before the first message that was known. */
export function withOlder(state: TimelineState, page: readonly Message[]): TimelineState {
  return {
    ...state,
    messages: merged(state.messages, page),
    older: page.length < pageSize ? 'none' : 'some',
  };
}

/** A page of what came after `syncedTo`, or after a message a little before it. */
export function withMissed(state: TimelineState, page: readonly Message[]): TimelineState {
  const end = lastId(page);
  return {
    ...state,
    messages: merged(state.messages, page),
    syncedTo: end > state.syncedTo ? end : state.syncedTo,
    outgoing: unsent(state.outgoing, page),
  };
}

/** What is known after `lostAt` came while the connection was away. */
export function withNews(state: TimelineState, lostAt: string): TimelineState {
  const upTo = lastId(state.messages);
  return upTo > lostAt ? { ...state, missed: { after: lostAt, upTo } } : state;
}

/** What somebody wrote who has deleted the account is the deleted user's. */
export function withDeleted(state: TimelineState, userId: string): TimelineState {
  if (!state.messages.some(({ sender }) => sender._id === userId)) return state;
  const messages = state.messages.map((message) =>
    message.sender._id === userId ? { ...message, sender: deletedUser } : message,
  );
  return { ...state, messages };
}

/** The id that is asked after: a little before `syncedTo`. Undefined while no message is known: then the newest page says all. */
export function catchUpFrom({ messages, syncedTo }: TimelineState): string | undefined {
  const synced = messages.filter(({ _id }) => _id <= syncedTo);
  const last = synced.at(-1);
  if (last === undefined) return undefined;
  const old = new Date(last.createdAt).getTime() - overlapTime;
  const enough = synced.findLastIndex((message) => new Date(message.createdAt).getTime() <= old);
  return synced[Math.max(0, Math.min(enough, synced.length - 1 - overlap))]?._id;
}

/** A message that was stored: broadcast (`live`, nothing before it can be missing), or the answer to one's own send. */
export function withStored(state: TimelineState, message: Message, live: boolean): TimelineState {
  return {
    ...state,
    messages: merged(state.messages, [message]),
    syncedTo: live && message._id > state.syncedTo ? message._id : state.syncedTo,
    outgoing: unsent(state.outgoing, [message]),
  };
}

/** From now on nothing is missed: everything that is known is without a gap. */
export function withSynced(state: TimelineState): TimelineState {
  const end = lastId(state.messages);
  return end > state.syncedTo ? { ...state, syncedTo: end } : state;
}

/** A message that a person sends, at the end. */
export function withOutgoing(state: TimelineState, draft: Outgoing): TimelineState {
  return { ...state, outgoing: [...state.outgoing, draft] };
}

/** What became of a message that is not stored yet. */
export function withChange(state: TimelineState, clientId: string, change: Partial<Outgoing>): TimelineState {
  return {
    ...state,
    outgoing: state.outgoing.map((draft) => (draft.clientId === clientId ? { ...draft, ...change } : draft)),
  };
}

/** A message that is not to be sent any more. */
export function withoutOutgoing(state: TimelineState, clientId: string): TimelineState {
  return { ...state, outgoing: state.outgoing.filter((draft) => draft.clientId !== clientId) };
}

/** The message to send next: they go one by one in the order in which they were written, past those that failed. */
export function nextToSend({ outgoing }: TimelineState): Outgoing | undefined {
  return outgoing.find(({ status }) => status !== 'failed');
}

/** What is kept in memory of a room that was left: its end. */
export function trimmed(state: TimelineState): TimelineState {
  const left = state.missed === null ? state : { ...state, missed: null };
  if (left.messages.length <= keptOfClosed) return left;
  return { ...left, messages: left.messages.slice(-keptOfClosed), older: 'some' };
}

/**
 * Whether a failed send waits and is tried again by itself: no connection, a server that is busy or restarting, too many at once.
 * Any other refusal is for the person to see.
 */
export function mayPassBySelf(status: number): boolean {
  return status === 0 || status === 429 || status === 408 || status >= 502;
}

/** Milliseconds until a waiting message is tried again by itself; a connection that comes back tries at once. */
export function resendDelay(failures: number, retryAfter: number | null): number {
  if (retryAfter !== null) return Math.max(1, retryAfter) * 1_000;
  return Math.min(30_000, 1_000 * 2 ** Math.max(0, failures - 1));
}
