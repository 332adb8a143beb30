import type { CommentServerEvents } from '@hubbub/contract/features/comments/comments.events.ts';
import type { MeetingClientEvents, MeetingServerEvents } from '@hubbub/contract/features/meetings/meetings.events.ts';
import type { NotificationServerEvents } from '@hubbub/contract/features/notifications/notifications.events.ts';
import type { PostClientEvents, PostServerEvents } from '@hubbub/contract/features/posts/posts.events.ts';
import type {
  ClientEvents as MessageClientEvents,
  ServerEvents as MessageServerEvents,
} from '@hubbub/contract/features/rooms/rooms.events.ts';
import type { SiteServerEvents } from '@hubbub/contract/features/site/site.events.ts';
import type { Ack } from '@hubbub/contract/platform/acks.ts';
import type { SocketAuth } from '@hubbub/contract/platform/socket-auth.ts';
import { useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import { createListeners } from '#platform/listeners.ts';
import { onUserChange } from '#platform/session.ts';
import { type Connection, failuresBeforeChecks, reconnectDelay } from '#platform/socket.rules.ts';

export type { Connection } from '#platform/socket.rules.ts';

type ServerEvents = MessageServerEvents &
  MeetingServerEvents &
  NotificationServerEvents &
  SiteServerEvents &
  PostServerEvents &
  CommentServerEvents;
type ClientEvents = MessageClientEvents & MeetingClientEvents & PostClientEvents;
type ClientSocket = Socket<ServerEvents, ClientEvents>;
type Library = typeof import('socket.io-client');

type JoinEvent = 'joinConversation' | 'joinChannel' | 'joinCommunity' | 'joinPost';
type LeaveEvent = 'leaveChannel' | 'leaveCommunity' | 'leavePost';

/** A room on the server, and the events that join and leave it. */
export interface LiveRoom {
  join: JoinEvent;
  leave?: LeaveEvent;
  /** A conversation's, channel's or post's id, or a community's handle. */
  id: string;
}

/** Callbacks for a room. */
export interface LiveRoomListener {
  /** The server let this page join: anything stored from now on arrives. Called again after every reconnect. */
  onJoined?: () => void;
  /** Anything stored from now on may be missed, until `onJoined`. Called even if the page hadn't joined yet, and may repeat. */
  onLost?: () => void;
  /** The server refused to let this page join, with its reason. */
  onRefused?: (reason: string) => void;
}

interface HeldRoom extends LiveRoom {
  listeners: Set<LiveRoomListener>;
  joined: boolean;
}

/** Milliseconds the server has to answer a join. */
const joinTimeout = 10_000;

/** Milliseconds an attempt may take: some networks drop the packets instead of refusing them. */
const connectTimeout = 15_000;

/** Milliseconds over which pages spread their requests for missed events. */
const resyncSpread = 300;

/** This page retries by itself after a refusal, sorts messages by room, and knows groups. */
const auth: SocketAuth = { refusals: true, direct: true, groups: true };

let library: Library | undefined;
let socket: ClientSocket | undefined;
let state: Connection = 'off';
let attempt = 0;
/** Connections in a row that didn't open. */
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The user whose connection this page keeps open. */
let owner: string | undefined;
/** A connection attempt is in progress, or its connection is still open. */
let isActive = false;
const rooms = new Map<string, HeldRoom>();
const channels = new Set<string>();
const changes = createListeners();
const refusals = createListeners();
const failing = createListeners();
const eventListeners = new Map<keyof ServerEvents, Set<(payload: never) => void>>();

function setState(next: Connection): void {
  if (next === state) return;
  state = next;
  changes.notify();
}

function lose(): void {
  for (const room of rooms.values()) {
    room.joined = false;
    for (const listener of room.listeners) listener.onLost?.();
  }
}

function schedule(): void {
  clearTimeout(timer);
  attempt += 1;
  const isChecking = state === 'checking';
  const delay = reconnectDelay(attempt, Math.random(), isChecking);
  if (delay === null) setState('down');
  else {
    if (!isChecking) setState(state === 'connecting' && attempt === 1 ? 'connecting' : 'retrying');
    timer = setTimeout(connect, delay);
  }
}

/** An attempt failed or its connection was lost. The library may report both; only the first one counts. */
function fail(isRefused: boolean): void {
  if (!isActive) return;
  isActive = false;
  failures = state === 'online' ? 0 : failures + 1;
  if (state !== 'checking') lose();
  // The server was reachable and said no. The session may have ended.
  if (isRefused) refusals.notify();
  if (owner === undefined) return;
  schedule();
  if (failures >= failuresBeforeChecks) failing.notify();
}

function createSocket({ io }: Library): ClientSocket {
  const created: ClientSocket = io(window.location.origin, {
    transports: ['websocket'],
    // `reconnectDelay` decides when to try again, and when to stop.
    reconnection: false,
    timeout: connectTimeout,
    autoConnect: false,
    forceNew: true,
    auth,
  });
  created.on('connect', () => {
    attempt = 0;
    failures = 0;
    clearTimeout(timer);
    setState('online');
    for (const room of rooms.values()) join(room);
  });
  // When a server doesn't accept a page without a session, it doesn't answer, and later closes the transport.
  created.on('disconnect', () => created === socket && fail(state !== 'online'));
  // An inactive socket was refused by the server; otherwise the transport didn't open.
  created.on('connect_error', () => created === socket && fail(!created.active));
  created.onAny((event: keyof ServerEvents, payload: unknown) => {
    for (const listener of eventListeners.get(event) ?? []) listener(payload as never);
  });
  return created;
}

/** Connects unless that's under way. The library is loaded with the first attempt, so no page waits for it to be drawn. */
async function connect(): Promise<void> {
  if (owner === undefined || isActive) return;
  isActive = true;
  if (library === undefined) {
    const asker = owner;
    library = await import('socket.io-client').catch(() => undefined);
    if (asker !== owner) return;
    if (library === undefined) return fail(false);
  }
  socket ??= createSocket(library);
  socket.connect();
}

function enter(room: HeldRoom): void {
  room.joined = true;
  for (const listener of room.listeners) listener.onJoined?.();
}

function join(room: HeldRoom): void {
  const asked = socket;
  if (asked === undefined || !asked.connected) return;
  const stillWanted = () => asked === socket && asked.connected && rooms.get(room.id) === room;
  const answered = (answer: Ack) => {
    if (!stillWanted()) return;
    if ('error' in answer) {
      for (const listener of room.listeners) listener.onRefused?.(answer.error);
      return;
    }
    enter(room);
  };
  const unanswered = () => {
    if (stillWanted()) join(room);
  };
  asked.timeout(joinTimeout).emitWithAck(room.join, room.id).then(answered, unanswered);
}

function end(): void {
  const closed = socket;
  socket = undefined;
  owner = undefined;
  isActive = false;
  clearTimeout(timer);
  attempt = 0;
  failures = 0;
  lose();
  closed?.disconnect();
  setState('off');
}

/** Retries right away if there's no connection, and then up to ten more times. */
export function retryConnection(): void {
  if (owner === undefined || socket?.connected) return;
  clearTimeout(timer);
  attempt = 0;
  if (state !== 'checking') setState('retrying');
  void connect();
}

/** The server answers by HTTP although no connection opens: what the page asks for from now on stands in for one. */
export function beginChecking(): void {
  if (owner === undefined || state === 'online' || state === 'checking') return;
  const isDown = state === 'down';
  setState('checking');
  for (const room of rooms.values()) enter(room);
  if (isDown) schedule();
}

/** The server doesn't answer by HTTP either. */
export function endChecking(): void {
  if (state !== 'checking') return;
  lose();
  attempt = 0;
  setState('retrying');
  if (!isActive) schedule();
}

/** Drops a connection that looks open but delivers nothing, and opens a new one. */
export function dropConnection(): void {
  if (socket === undefined || !isActive) return;
  // The socket reports the loss itself only if it was connected.
  socket.disconnect();
  fail(false);
}

/** Follows the browser's events: going offline ends the connection before a timeout would notice. */
function watchBrowser(): void {
  window.addEventListener('offline', endChecking);
  window.addEventListener('offline', dropConnection);
  window.addEventListener('online', retryConnection);
  window.addEventListener('pageshow', retryConnection);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') retryConnection();
  });
}

let watching = false;
/** The connection ends with the session it was opened for. */
const currentUser = onUserChange(() => {
  if (owner !== undefined) end();
});

/** Opens this page's single connection for the signed-in person, unless it's already open. It closes when their session ends. */
export function openSocket(): void {
  const user = currentUser();
  if (user === undefined || user === owner) return;
  if (!watching) {
    watching = true;
    watchBrowser();
  }
  owner = user;
  setState('connecting');
  void connect();
}

/** The connection's state, for components. */
export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, connection);
}

/** The connection's current state. */
export function connection(): Connection {
  return state;
}

/** Calls back whenever the state changes. Returns the unsubscribe function. */
export const onConnectionChange = changes.subscribe;

/** Calls back when the server refuses the connection, so the session should be checked. Returns the unsubscribe function. */
export const onConnectionRefused = refusals.subscribe;

/** Calls back when connections fail again and again. Returns the unsubscribe function. */
export const onConnectionFailing = failing.subscribe;

/** Calls back for each event of this type from the server. Returns the unsubscribe function. */
export function onServerEvent<Event extends keyof ServerEvents>(
  event: Event,
  listener: (payload: Parameters<ServerEvents[Event]>[0]) => void,
): () => void {
  const listeners = eventListeners.get(event) ?? new Set();
  eventListeners.set(event, listeners.add(listener as (payload: never) => void));
  return () => listeners.delete(listener as (payload: never) => void);
}

/**
 * Keeps this page in a room on the server, across reconnects, until the returned function is called. Several callers may hold the same
 * room. The connection can be opened before or after this.
 */
export function holdRoom({ join: event, leave, id }: LiveRoom, listener: LiveRoomListener): () => void {
  const known = rooms.get(id);
  const room: HeldRoom = known ?? { id, join: event, ...(leave && { leave }), listeners: new Set(), joined: false };
  room.listeners.add(listener);
  if (event === 'joinChannel') channels.add(id);
  if (known === undefined) {
    rooms.set(id, room);
    if (state === 'checking') enter(room);
    else join(room);
  } else if (known.joined) listener.onJoined?.();
  return () => {
    room.listeners.delete(listener);
    if (room.listeners.size > 0 || rooms.get(id) !== room) return;
    rooms.delete(id);
    if (room.leave !== undefined && socket?.connected) socket.emit(room.leave, id);
  };
}

/**
 * Whether a room's id belongs to a channel. Messages don't say so, but a channel's messages only reach pages that joined it. A page
 * that has just left may still get a few that were in transit.
 */
export function isChannel(id: string): boolean {
  return channels.has(id);
}

/**
 * Calls back when the server says that events may have been missed although the connection is up. Pages wait a random moment, so that
 * they don't all make requests at the same time. Returns the unsubscribe function.
 */
export function onResync(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const off = onServerEvent('resync', () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, Math.random() * resyncSpread);
  });
  return () => {
    off();
    clearTimeout(timer);
  };
}

/** Does the same as the server's `resync`: pages fetch what they may have missed. */
export function resync(): void {
  for (const listener of eventListeners.get('resync') ?? []) listener(undefined as never);
}

/**
 * Like `holdRoom`, for events that reach this page without a room: it counts as joined while the connection is up, or stood in for.
 * Returns the unsubscribe function.
 */
export function holdConnection({ onJoined, onLost }: Pick<LiveRoomListener, 'onJoined' | 'onLost'>): () => void {
  let inside = false;
  const follow = () => {
    const isUp = state === 'online' || state === 'checking';
    // What came between the last check and the connection may be missed.
    if (isUp && (!inside || state === 'online')) onJoined?.();
    if (inside ? !isUp : state === 'retrying' || state === 'down') onLost?.();
    inside = isUp;
  };
  follow();
  return onConnectionChange(follow);
}

/** Sends an event that isn't stored. @returns false without a connection, or if the room hasn't let this page in yet */
export function tell(event: 'typing', roomId: string): boolean {
  if (!socket?.connected || rooms.get(roomId)?.joined === false) return false;
  socket.emit(event, roomId);
  return true;
}

/** Sends a meeting event. Resolves to the server's answer, or to an error if there's no connection or no answer. */
export async function request<Event extends keyof MeetingClientEvents>(
  event: Event,
  payload: Parameters<MeetingClientEvents[Event]>[0],
): Promise<Ack> {
  const lost: Ack = { ok: false, error: 'Connection lost. Reconnecting…' };
  if (!socket?.connected) return lost;
  // The parameters tie the payload to its event, which the library's own types can't express.
  const asked = socket.timeout(joinTimeout) as unknown as {
    emitWithAck(name: string, given: unknown): Promise<Ack>;
  };
  return await asked.emitWithAck(event, payload).catch(() => lost);
}

/** The server removed this page from a room; it won't rejoin on its own. */
export function roomClosed(id: string): void {
  const room = rooms.get(id);
  if (room === undefined) return;
  room.joined = false;
  for (const listener of room.listeners) listener.onLost?.();
}
