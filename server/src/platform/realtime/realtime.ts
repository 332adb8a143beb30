import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { type Bus, createBus, type Notice, type Packet, type Position } from '#platform/cluster/bus.ts';
import type { Transport } from '#platform/cluster/transport.ts';
import type { Config } from '#platform/config/config.ts';
import { type JsonText, jsonOf } from '#platform/database/json.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { RefusalLines } from '#platform/logging/refusal-lines.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { networkOf } from '#platform/rate-limits/address.ts';
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts';
import type { SessionCookie } from '#platform/sessions/cookie.ts';
import type { Sessions } from '#platform/sessions/sessions.ts';
import { type ClientEvents, createClientEvents } from './client-events.ts';
import { type Connections, createConnections } from './connections.ts';
import { type Delivery, deliverByLibrary, deliverFrames } from './delivery.ts';
import { type AboutMore, aboutOf, createFanOut, type FanOut } from './fan-out.ts';
import { connectMs, createHandshake, type SocketServer } from './handshake.ts';
import { createHiding, type Hidden, type Hiding } from './hiding.ts';
import {
  createMembership,
  type Membership,
  roomOfDirect,
  roomOfEverybody,
  roomOfGroups,
  roomOfPerson,
  roomOfSession,
} from './membership.ts';
import { explainRefused } from './not-upgraded.ts';
import { apply, type SocketNotice } from './notices.ts';
import { createOrder, type Order, type Stored } from './order.ts';
import { createResync } from './resync.ts';
import { createRights, type Held } from './rights.ts';
import { createSignals, type SignalBus } from './signals.ts';

export type { Quotes } from '#platform/cluster/bus.ts';
export type { Caller } from './client-events.ts';
export type { Hidden } from './hiding.ts';
export { directPrefix, groupsPrefix, personPrefix } from './membership.ts';
export type { Held } from './rights.ts';

/** Names and payloads of server events, as functions of the payload; features add theirs by module augmentation. */
export interface SentEvents {}
export type SentEvent = keyof SentEvents & string;
export type PayloadOf<N extends SentEvent> = SentEvents[N] extends (payload: infer P) => void ? P : never;

/** Socket.IO on the same origin, at `/socket.io`, for signed-in people. */
export interface Realtime {
  /** Handles a client event. It's validated first, and always acknowledged. */
  on: ClientEvents['on'];
  /**
   * Sends to every socket in a room, exactly once.
   * @param position in the room: it doesn't overtake earlier messages, whichever process stored those
   * @param authorId people who hide this author get the payload, an object, with `hidden: true`
   * @param more `quotes`: the quoted author, and the payload for people who hide them; `except`: people who don't get it
   */
  toRoom<N extends SentEvent>(
    room: string,
    event: N,
    payload: PayloadOf<N> | JsonText,
    position?: Position,
    authorId?: string,
    more?: AboutMore,
  ): void;
  /** Sends a passing event to every socket in a room, except those of its author and of people who hide the author. */
  toOthersIn<N extends SentEvent>(room: string, event: N, payload: PayloadOf<N>, authorId: string): void;
  /** Sends to every socket of these users, exactly once, whatever rooms it's in. */
  toUsers<N extends SentEvent>(userIds: readonly string[], event: N, payload: PayloadOf<N> | JsonText): void;
  /**
   * Sends to every socket in a room, and to those of these users' sockets that get direct messages wherever they are
   * (`Caller.takeDirect`), exactly once, in the order of `position`.
   */
  toDirect<N extends SentEvent>(
    userIds: readonly string[],
    room: string,
    event: N,
    payload: PayloadOf<N> | JsonText,
    position: Position,
  ): void;
  /** Sends to those of these users' sockets that know groups, and to every socket in a room if there's one, exactly once. */
  toMembers<N extends SentEvent>(
    userIds: readonly string[],
    room: string | undefined,
    event: N,
    payload: PayloadOf<N> | JsonText,
    ...about: [position?: Position, authorId?: string, more?: AboutMore]
  ): void;
  /** Registers how to read stored messages, so that none with a position is missed because another process died. */
  inOrder(stored: Stored): void;
  /** Removes all of these users' sockets from a room, right away. */
  removeFromRoom(room: string, userIds: readonly string[]): void;
  /** Removes everyone from a room, right away. */
  emptyRoom(room: string): void;
  /** Checks again who may be in a room (`recheck`), right away; everyone else is removed and gets an event. */
  reviewRoom<N extends SentEvent>(room: string, event: N, payload: PayloadOf<N>): void;
  /**
   * Registers how to find out who has lost access to a kind of room: called when this process may not have heard about it.
   * @param prefix the rooms' prefix, such as `channel:`; `over` returns those members of a room who may no longer be in it
   */
  recheck(prefix: string, over: (held: readonly Held[]) => Promise<readonly Held[]>): void;
  /** Registers what to do about rooms of a kind whose sockets have just been closed because a session ended. */
  onEnded(prefix: string, act: (ids: readonly string[]) => void): void;
  /** Registers how to find out who is hidden from a person. */
  hiding: Hiding['source'];
  /** Call before a socket joins a room whose messages may be hidden from its person. */
  learnHidden(userId: string): Promise<void>;
  /** From now on a person hides an author, or no longer does. */
  hide(hidden: Hidden, isHidden: boolean): void;
  /** Someone has just logged in at this address: clients there that are waiting for their session are made to reconnect right away. */
  welcome(address: string | undefined): void;
  /** Whether anybody may get events sent to a room: somebody is in it here, or there are other processes. */
  hasSubscribers(room: string): boolean;
  /** The users who have a socket on this process in a room. */
  usersIn(room: string): Set<string>;
  /** Whether passing events in rooms aren't sent to a person's sockets here, until the last of them closes. */
  setQuiet(userId: string, isQuiet: boolean): void;
  /** The rooms with a prefix that have a socket on this process, named without it. */
  roomsNamed(prefix: string): string[];
  /** Sends to this process's sockets of these users. */
  toUsersHere<N extends SentEvent>(userIds: readonly string[], event: N, payload: PayloadOf<N>): void;
  /** Sends to these users' sockets in a room, on this process. */
  toUsersInHere<N extends SentEvent>(
    room: string,
    userIds: readonly string[],
    event: N,
    payload: PayloadOf<N> | JsonText,
  ): void;
  /** Sends to every socket of this process. */
  toEverybodyHere<N extends SentEvent>(event: N, payload: PayloadOf<N>): void;
  /** How many sockets this process has. */
  readonly socketsHere: number;
  /** Signals between processes, whether or not anybody is connected. */
  readonly signals: SignalBus;
  /** Registers what to do when people connect to this process, and when they have left it. */
  onConnections(watcher: ConnectionWatcher): void;
  /** Whether events from here reach the other processes; undefined: there are none. */
  readonly isConnected: boolean | undefined;
  /** Resolves when other processes can be reached, if there are any, or after a few seconds. */
  join(): Promise<void>;
  /** Starts accepting connections on an HTTP server. */
  attach(server: HttpServer): void;
  /** Closes all connections in a way that makes clients reconnect. */
  close(): void;
  /** Says goodbye to the other processes: nothing more is sent. */
  leave(): void;
}

/** Receives who connects to this process, and who leaves. */
export interface ConnectionWatcher {
  /** One of a person's sockets has opened; it may not be the first. */
  come(userId: string): void;
  /** A person's last socket here has closed. */
  gone(userId: string): void;
}

/** A client's largest packet; a message of 4000 code points in JSON is below it. */
const maxPayload = 64 * 1024;

/** Milliseconds that startup waits for the connection to the other processes. */
const joinTimeoutMs = 3_000;

export interface RealtimeOptions {
  config: Config;
  sessions: Sessions;
  cookie: SessionCookie;
  limits: RateLimits;
  refusals: RefusalLines;
  log: Log;
  metrics: Metrics;
  /** How to reach other processes; undefined: there are none. */
  transport: Transport | undefined;
}

/** Sockets end with their sessions. Rooms are joined only after a rule has allowed it (`Caller.joinIf`). */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { sessions, log, transport } = options;
  const sockets = openSockets(options);
  const { io, handshake, events, connections, membership, delivery, hiding } = sockets;
  let order: Order | undefined;
  const publish = transport && ((notice: Notice) => bus?.publish(notice));
  const fanOut = createFanOut({ membership, delivery, hiding, publish, order: () => order });
  const signals = createSignals(publish);
  const { rights, resync, onGap } = createCatchUp({ sessions, membership, connections, delivery, hiding, log });
  const onNotices = (notices: readonly Notice[]) => notices.forEach(follow);
  const bus = transport && openBus({ io, transport, log, onNotices, onGap, onCutOff: rights.soon });

  /** Applies what another process did, in its order: what it sent before someone left still reaches them. */
  const follow = (notice: Notice) => {
    if (notice[0] === 'send') return fanOut.deliver(notice);
    if (notice[0] === 'signal') return signals.follow(notice);
    delivery.flush();
    apply(notice, { ...sockets, rights, fanOut });
  };

  const broadcast = (notice: SocketNotice) => {
    apply(notice, { ...sockets, rights, fanOut });
    publish?.(notice);
  };

  sessions.onRevoked(({ userId, tokenHash, except }) => {
    broadcast(['end', userId, tokenHash?.toString('base64url') ?? null, except?.toString('base64url') ?? null]);
  });

  return {
    on: events.on,
    ...sendersOf(fanOut, delivery),
    inOrder(stored) {
      // A single process stores in the order in which it sends.
      if (!bus) return;
      const { sendLocally, isWanted } = fanOut;
      order = createOrder({ stored, deliver: sendLocally, isWanted, isConnected: () => bus.isConnected, log });
    },
    removeFromRoom: (room, userIds) => void (userIds.length > 0 && broadcast(['leave', room, userIds])),
    emptyRoom(room) {
      // Earlier events still reach everyone in it.
      delivery.flush();
      broadcast(['leave', room, null]);
    },
    reviewRoom: (room, event, payload) => broadcast(['review', room, event, JSON.stringify(payload)]),
    recheck: rights.add,
    onEnded: membership.onEnded,
    hiding: hiding.source,
    learnHidden: hiding.learn,
    hide: ({ userId, authorId }, isHidden) => broadcast(['hide', userId, authorId, isHidden]),
    welcome: (address) => broadcast(['wake', networkOf(address)]),
    hasSubscribers: (room) => publish !== undefined || membership.isAnyIn([room]),
    usersIn: membership.usersIn,
    roomsNamed: membership.named,
    get socketsHere() {
      return membership.count(roomOfEverybody);
    },
    setQuiet: fanOut.setQuiet,
    signals,
    onConnections: sockets.watch,
    get isConnected() {
      return bus?.isConnected;
    },
    async join() {
      await bus?.opened(joinTimeoutMs);
      await order?.begin();
    },
    attach: (server) => {
      io.attach(server);
      explainRefused(io);
      handshake.follow(io);
    },
    close: () => closeAll(sockets, [resync, rights, order]),
    leave() {
      bus?.close();
      void io.of('/').adapter.close();
    },
  };
}

type Senders =
  | 'toRoom'
  | 'toOthersIn'
  | 'toUsers'
  | 'toDirect'
  | 'toMembers'
  | 'toUsersHere'
  | 'toUsersInHere'
  | 'toEverybodyHere';

/** The ways to send, each with its rooms. */
const sendersOf = (fanOut: FanOut, delivery: Delivery): Pick<Realtime, Senders> => ({
  toUsersHere: (userIds, event, payload) =>
    fanOut.sendLocally(['send', userIds.map(roomOfPerson), event, JSON.stringify(payload)]),
  toUsersInHere: (room, userIds, event, payload) =>
    delivery.send([room], event, jsonOf(payload), { only: userIds.map(roomOfPerson) }),
  toEverybodyHere: (event, payload) => fanOut.sendLocally(['send', [roomOfEverybody], event, JSON.stringify(payload)]),
  toRoom: (room, event, payload, ...about) => fanOut.send([room], event, payload, aboutOf(...about)),
  toOthersIn: (room, event, payload, by) => fanOut.send([room], event, payload, { by, isPassing: true }),
  toUsers: (userIds, event, payload) => fanOut.send(userIds.map(roomOfPerson), event, payload),
  toDirect: (userIds, room, event, payload, position) =>
    fanOut.send(userIds.map(roomOfPerson), event, payload, { direct: room, order: position }),
  toMembers: (userIds, room, event, payload, ...about) =>
    fanOut.send(
      [...userIds.map(roomOfGroups), ...(room === undefined ? [] : [room])],
      event,
      payload,
      aboutOf(...about),
    ),
});

function closeAll(
  { io, handshake, delivery }: Pick<ReturnType<typeof openSockets>, 'io' | 'handshake' | 'delivery'>,
  others: readonly ({ close(): void } | undefined)[],
) {
  handshake.close();
  delivery.flush();
  // Not io.close(): that would also close the HTTP server while requests are pending. And without Socket.IO's disconnect packet, after
  // which clients wouldn't reconnect.
  io.engine?.close();
  for (const each of others) each?.close();
}

/** The Socket.IO server, and everything that manages its sockets in this process. */
function openSockets(options: RealtimeOptions) {
  const { config, metrics, transport } = options;
  const handshake = createHandshake({
    ...options,
    countOf: (userId) => membership.count(roomOfPerson(userId)),
    roomsOf: ({ userId, tokenHash }) => [
      roomOfEverybody,
      roomOfPerson(userId),
      roomOfDirect(userId),
      roomOfSession(tokenHash),
    ],
    async openGroups({ userId }) {
      await hiding.learn(userId);
      return roomOfGroups(userId);
    },
  });
  const io: SocketServer = new Server({
    ...(transport && { adapter: transport.adapter }),
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: maxPayload,
    pingInterval: 20_000,
    pingTimeout: 10_000,
    connectTimeout: connectMs,
    allowRequest: handshake.allowRequest,
  });
  const events = createClientEvents(options);
  const hiding = createHiding((userId) => membership.count(roomOfPerson(userId)) > 0);
  const watchers: ConnectionWatcher[] = [];
  const connections = createConnections(io, events, metrics, {
    come(userId) {
      for (const watcher of watchers) watcher.come(userId);
    },
    gone(userId) {
      hiding.forget(userId);
      if (membership.count(roomOfPerson(userId)) > 0) return;
      for (const watcher of watchers) watcher.gone(userId);
    },
  });
  const membership = createMembership(io, connections.end);
  const delivery =
    config.socketDelivery === 'frames'
      ? deliverFrames(connections.receiversIn, metrics)
      : deliverByLibrary(io, metrics);
  metrics.socketRooms(() => io.of('/').adapter.rooms.size);
  const watch = (watcher: ConnectionWatcher) => void watchers.push(watcher);
  return { io, handshake, events, connections, membership, delivery, hiding, watch };
}

interface CatchUpParts {
  hiding: Hiding;
  sessions: Sessions;
  membership: Membership;
  connections: Connections;
  delivery: Delivery;
  log: Log;
}

/** Catches up when this process may have missed something: permissions for rooms are checked again, and clients refetch. */
function createCatchUp({ sessions, membership, connections, delivery, hiding, log }: CatchUpParts) {
  const tell = (rooms: readonly string[]) => delivery.send(rooms, 'resync', '{}');
  const onLost = (userIds: readonly string[]) => tell(userIds.map(roomOfPerson));
  const rights = createRights({ sessions, membership, onLost, log });
  rights.also(hiding.refresh);
  const resync = createResync({ ids: connections.ids, tell });
  const onGap = () => {
    // The missed notice may have ended a session or a permission.
    rights.soon();
    resync.notifyAll();
  };
  return { rights, resync, onGap };
}

/** The bus to the other processes, over Socket.IO's adapter. */
function openBus({
  io,
  ...parts
}: {
  io: SocketServer;
  transport: Transport;
  log: Log;
  onNotices(notices: readonly Notice[]): void;
  onGap(): void;
  onCutOff(): void;
}): Bus {
  return createBus({
    ...parts,
    send: (packet) => io.serverSideEmit('bus', packet),
    receive: (listen) => io.on('bus' as never, ((packet: Packet) => listen(packet)) as never),
  });
}
