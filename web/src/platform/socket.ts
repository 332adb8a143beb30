import type { MeetingClientEvents, MeetingServerEvents } from '@hubbub/contract/features/meetings/meetings.events.ts';
import type {
  Ack,
  ClientEvents as MessageClientEvents,
  ServerEvents as MessageServerEvents,
} from '@hubbub/contract/features/messages/messages.events.ts';
import type { SocketAuth } from '@hubbub/contract/platform/socket-auth.ts';
import { useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import { followUser } from '#platform/session.ts';
import { type Connection, reconnectDelay } from '#platform/socket.rules.ts';

export type { Connection } from '#platform/socket.rules.ts';

type ServerEvents = MessageServerEvents & MeetingServerEvents;
type ClientEvents = MessageClientEvents & MeetingClientEvents;
type ClientSocket = Socket<ServerEvents, ClientEvents>;
type Library = typeof import('socket.io-client');

type JoinEvent = 'joinConversation' | 'joinChannel' | 'joinCommunity';
type LeaveEvent = 'leaveChannel' | 'leaveCommunity';

/** A room of the server, and the events that lead into it and out of it. */
export interface LiveRoom {
  join: JoinEvent;
  leave?: LeaveEvent;
  /** The id of a conversation or a channel, or the handle of a community. */
  id: string;
}

/** What the holder of a room learns of it. */
export interface LiveRoomListener {
  /** The server let this page in: what is stored from now on arrives. Called again after every reconnect. */
  onJoined?: () => void;
  /** What is stored from now on may be missed, until `onJoined`. */
  onLost?: () => void;
  /** The server did not let this page in, with its reason. */
  onRefused?: (reason: string) => void;
}

interface HeldRoom extends LiveRoom {
  listeners: Set<LiveRoomListener>;
  joined: boolean;
}

/** Milliseconds that the server has to answer a join. */
const joinTimeout = 10_000;

/** Milliseconds within which all pages ask for what they may have missed. */
const resyncSpread = 300;

/** This page retries by itself after a refusal, and sorts messages by room. */
const auth: SocketAuth = { refusals: true, direct: true };

let library: Library | undefined;
let socket: ClientSocket | undefined;
let state: Connection = 'off';
let attempt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The user this page keeps a connection for. */
let owner: string | undefined;
/** An attempt to connect is under way, or the connection it led to is still there. */
let isActive = false;
const rooms = new Map<string, HeldRoom>();
const channels = new Set<string>();
const stateListeners = new Set<() => void>();
const refusals = new Set<() => void>();
const eventListeners = new Map<keyof ServerEvents, Set<(payload: never) => void>>();

function setState(next: Connection): void {
  if (next === state) return;
  state = next;
  for (const listener of stateListeners) listener();
}

function lose(): void {
  for (const room of rooms.values()) {
    if (!room.joined) continue;
    room.joined = false;
    for (const listener of room.listeners) listener.onLost?.();
  }
}

function schedule(): void {
  clearTimeout(timer);
  attempt += 1;
  const delay = reconnectDelay(attempt, Math.random());
  if (delay === null) {
    setState('down');
    return;
  }
  setState(state === 'connecting' && attempt === 1 ? 'connecting' : 'retrying');
  timer = setTimeout(connect, delay);
}

/** An attempt failed or its connection was lost. The library may report both; only the first one counts. */
function fail(isRefused: boolean): void {
  if (!isActive) return;
  isActive = false;
  lose();
  // The server was there and said no. The session may have ended.
  if (isRefused) for (const refusal of refusals) refusal();
  if (owner !== undefined) schedule();
}

function createSocket({ io }: Library): ClientSocket {
  const created: ClientSocket = io(window.location.origin, {
    transports: ['websocket'],
    // `reconnectDelay` decides when to try again, and when to stop.
    reconnection: false,
    autoConnect: false,
    forceNew: true,
    auth,
  });
  created.on('connect', () => {
    attempt = 0;
    clearTimeout(timer);
    setState('online');
    for (const room of rooms.values()) join(room);
  });
  // A server that holds a page without a session doesn't answer, and then closes the transport.
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
    room.joined = true;
    for (const listener of room.listeners) listener.onJoined?.();
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
  lose();
  closed?.disconnect();
  setState('off');
}

/** Tries again right away if there's no connection, and then ten more times. */
export function retryConnection(): void {
  if (owner === undefined || socket?.connected) return;
  clearTimeout(timer);
  attempt = 0;
  setState('retrying');
  void connect();
}

/** Gives up a connection that seems to be there but delivers nothing, and opens a new one. */
export function dropConnection(): void {
  if (socket === undefined || !isActive) return;
  // Reports the loss itself only if it was connected.
  socket.disconnect();
  fail(false);
}

/** What the browser tells: a network that went takes the connection with it, before a time-out would notice. */
function watchBrowser(): void {
  window.addEventListener('offline', dropConnection);
  window.addEventListener('online', retryConnection);
  window.addEventListener('pageshow', retryConnection);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') retryConnection();
  });
}

let watching = false;
/** The connection ends with the session it was opened for. */
const currentUser = followUser(() => {
  if (owner !== undefined) end();
});

/** Opens the one connection of this page for the signed-in person, if it is not open. It ends with their session. */
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

/** The state of the connection, for components. */
export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, connection);
}

/** The state of the connection now. */
export function connection(): Connection {
  return state;
}

/** Calls back at every change of the state. Returns what stops it. */
export function onConnectionChange(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

/** Calls back when the server refuses the connection: the session is to be checked. Returns what stops it. */
export function onConnectionRefused(listener: () => void): () => void {
  refusals.add(listener);
  return () => refusals.delete(listener);
}

/** Calls back for each event of the server. Returns what stops it. */
export function onServerEvent<Event extends keyof ServerEvents>(
  event: Event,
  listener: (payload: Parameters<ServerEvents[Event]>[0]) => void,
): () => void {
  const listeners = eventListeners.get(event) ?? new Set();
  eventListeners.set(event, listeners.add(listener as (payload: never) => void));
  return () => listeners.delete(listener as (payload: never) => void);
}

/**
 * Keeps this page in a room of the server, over all reconnects, until the returned function is called. Several may hold one room.
 * The connection must have been opened, or be opened later.
 */
export function holdRoom({ join: event, leave, id }: LiveRoom, listener: LiveRoomListener): () => void {
  const known = rooms.get(id);
  const room: HeldRoom = known ?? { id, join: event, ...(leave && { leave }), listeners: new Set(), joined: false };
  room.listeners.add(listener);
  if (event === 'joinChannel') channels.add(id);
  if (known === undefined) {
    rooms.set(id, room);
    join(room);
  } else if (known.joined) listener.onJoined?.();
  return () => {
    room.listeners.delete(listener);
    if (room.listeners.size > 0 || rooms.get(id) !== room) return;
    rooms.delete(id);
    if (room.leave !== undefined && socket?.connected) socket.emit(room.leave, id);
  };
}

/**
 * Whether an id of a room is a channel's: a message does not say it, and messages of channels come only to a page that asked for them.
 * One that has just left still gets what was under way.
 */
export function isChannel(id: string): boolean {
  return channels.has(id);
}

/**
 * Calls back when the server says that events may have been missed although the connection is there. Pages wait a moment by
 * chance, so that they do not all ask at once. Returns what stops it.
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

/** Like `holdRoom`, for what reaches this page without a room: it is "in" while the connection is there. Returns what stops it. */
export function holdConnection({ onJoined, onLost }: Pick<LiveRoomListener, 'onJoined' | 'onLost'>): () => void {
  let inside = false;
  const follow = () => {
    if (inside === (state === 'online')) return;
    inside = !inside;
    if (inside) onJoined?.();
    else onLost?.();
  };
  follow();
  return onConnectionChange(follow);
}

/** Sends an event of a meeting. Answers what the server says about it; without a connection, or without an answer, an error. */
export async function request<Event extends keyof MeetingClientEvents>(
  event: Event,
  payload: Parameters<MeetingClientEvents[Event]>[0],
): Promise<Ack> {
  const lost: Ack = { error: 'The connection to Hubbub is lost. It comes back by itself.' };
  if (!socket?.connected) return lost;
  // The parameters tie the payload to its event, which the library's own types can't follow.
  const asked = socket.timeout(joinTimeout) as unknown as {
    emitWithAck(name: string, given: unknown): Promise<Ack>;
  };
  return await asked.emitWithAck(event, payload).catch(() => lost);
}

/** The server closed a room for this page: it is not in it any more, and does not come back by itself. */
export function roomClosed(id: string): void {
  const room = rooms.get(id);
  if (room === undefined) return;
  room.joined = false;
  for (const listener of room.listeners) listener.onLost?.();
}
