import type { MeetingClientEvents, MeetingServerEvents } from '@hubbub/contract/features/meetings/meetings.events.ts';
import type { Ack, ServerEvents as MessageServerEvents } from '@hubbub/contract/features/messages/messages.events.ts';
import { useSyncExternalStore } from 'react';
import { storedUser, subscribeToSession } from '#platform/session.ts';
import { type Connection, reconnectDelay } from '#platform/socket.rules.ts';
import { createLine, type Line } from '#platform/socket-line.ts';

export type { Connection } from '#platform/socket.rules.ts';

type ServerEvents = MessageServerEvents & MeetingServerEvents;

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

let socket: Line | undefined;
let state: Connection = 'off';
let attempt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let owner: string | undefined;
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
  timer = setTimeout(() => socket?.open(), delay);
}

function join(room: HeldRoom): void {
  const asked = socket;
  if (asked === undefined || !asked.isOpen()) return;
  const stillWanted = () => asked === socket && asked.isOpen() && rooms.get(room.id) === room;
  const answered = (given: unknown) => {
    if (!stillWanted()) return;
    const answer = given as Ack;
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
  asked.ask(room.join, room.id, joinTimeout).then(answered, unanswered);
}

function begin(): void {
  const opened = createLine(window.location.origin.replace(/^http/, 'ws'), {
    onOpen() {
      attempt = 0;
      clearTimeout(timer);
      setState('online');
      for (const room of rooms.values()) join(room);
    },
    onClose() {
      lose();
      schedule();
    },
    onFailure(refused) {
      // The server was there and said no. The session may have ended.
      if (refused) for (const refusal of refusals) refusal();
      if (opened === socket) schedule();
    },
    onEvent(event, payload) {
      for (const listener of eventListeners.get(event as keyof ServerEvents) ?? []) listener(payload as never);
    },
  });
  socket = opened;
  setState('connecting');
  opened.open();
}

function end(): void {
  const closed = socket;
  socket = undefined;
  clearTimeout(timer);
  attempt = 0;
  lose();
  closed?.close();
  setState('off');
}

/** Tries at once, and ten times more, if the connection is not there. */
export function retryConnection(): void {
  if (socket === undefined || socket.isOpen()) return;
  clearTimeout(timer);
  attempt = 0;
  setState('retrying');
  socket.open();
}

/** Gives up a connection that seems to be there but brings nothing; it is opened anew at once. */
export function dropConnection(): void {
  socket?.drop();
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

/** Opens the one connection of this page for the signed-in person, if it is not open. It ends with their session. */
export function openSocket(): void {
  const user = storedUser()?.user_id;
  if (user === undefined || (socket !== undefined && user === owner)) return;
  if (!watching) {
    watching = true;
    watchBrowser();
    subscribeToSession(() => {
      if (socket !== undefined && storedUser()?.user_id !== owner) end();
    });
  }
  if (socket !== undefined) end();
  owner = user;
  begin();
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
    if (room.leave !== undefined) socket?.emit(room.leave, id);
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
  const answer = await socket?.ask(event, payload, joinTimeout).catch(() => lost);
  return (answer as Ack | undefined) ?? lost;
}

/** The server closed a room for this page: it is not in it any more, and does not come back by itself. */
export function roomClosed(id: string): void {
  const room = rooms.get(id);
  if (room === undefined) return;
  room.joined = false;
  for (const listener of room.listeners) listener.onLost?.();
}
