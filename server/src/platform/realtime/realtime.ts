import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { type Bus, createBus, type Notice, type Packet, type Place, type SendNotice } from '#platform/cluster/bus.ts';
import type { Transport } from '#platform/cluster/transport.ts';
import type { Config } from '#platform/config/config.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { networkOf } from '#platform/rate-limits/address.ts';
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts';
import type { SessionCookie } from '#platform/sessions/cookie.ts';
import type { Sessions } from '#platform/sessions/sessions.ts';
import { type ClientEvents, createClientEvents } from './client-events.ts';
import { type Connections, createConnections } from './connections.ts';
import { type Delivery, deliverByLibrary, deliverFrames } from './delivery.ts';
import { createFanOut, type JsonText } from './fan-out.ts';
import { connectMs, createHandshake, type Handshake, type SocketServer } from './handshake.ts';
import { createMembership, type Membership, roomOfDirect, roomOfPerson, roomOfSession } from './membership.ts';
import { createOrder, type Order, type Stored } from './order.ts';
import { createResync } from './resync.ts';
import { createRights, type Held } from './rights.ts';

export { JsonText } from './fan-out.ts';
export type { Held } from './rights.ts';

/** Names and payloads of what the server sends, as functions of the payload; features add theirs by module augmentation. */
export interface SentEvents {}
export type SentEvent = keyof SentEvents & string;
export type PayloadOf<N extends SentEvent> = SentEvents[N] extends (payload: infer P) => void ? P : never;

/** Socket.IO on the same origin, at `/socket.io`, for signed-in people. */
export interface Realtime {
  /** What is done about an event of clients. It is validated first, and acknowledged in every case. */
  on: ClientEvents['on'];
  /**
   * Sends to every socket in a room, exactly once.
   * @param place where it stands among what is stored: it doesn't overtake what is before it, whichever process stored that
   */
  toRoom<N extends SentEvent>(room: string, event: N, payload: PayloadOf<N> | JsonText, place?: Place): void;
  /** Sends to every socket of these people, exactly once, whatever rooms it is in. */
  toPersons<N extends SentEvent>(userIds: readonly string[], event: N, payload: PayloadOf<N> | JsonText): void;
  /**
   * Sends to every socket in a room, and to those of these people that take direct messages wherever they are
   * (`Caller.takeDirect`), exactly once, in the order of `place`.
   */
  toDirect<N extends SentEvent>(
    userIds: readonly string[],
    room: string,
    event: N,
    payload: PayloadOf<N> | JsonText,
    place: Place,
  ): void;
  /** Says where to find what is stored, so that nothing that has a place in it is missed because another process died. */
  inOrder(stored: Stored): void;
  /** Takes all sockets of these people out of a room, at once. */
  removeFromRoom(room: string, userIds: readonly string[]): void;
  /** Takes everybody out of a room, at once. */
  emptyRoom(room: string): void;
  /**
   * Says how it is found out who may not be in rooms of a kind any more: asked when this process may not have heard of it.
   * @param prefix of the rooms, such as `channel:`; `over` answers, of those who are in one, those who may not
   */
  recheck(prefix: string, over: (held: readonly Held[]) => Promise<readonly Held[]>): void;
  /** Somebody has just logged in: clients that wait there for their session are made to come back at once. @param address of the log-in */
  welcome(address: string | undefined): void;
  /** The people who have a socket of this process in a room. */
  personsIn(room: string): Set<string>;
  /** Whether what happens here reaches the other processes; undefined: there are none. */
  readonly isHeard: boolean | undefined;
  /** Resolves when other processes can be reached, if there are any, or after some seconds. */
  join(): Promise<void>;
  /** Starts to take connections on a server of HTTP. */
  attach(server: HttpServer): void;
  /** Ends all connections, in a way that makes clients come back. */
  close(): void;
  /** Takes leave of the other processes: nothing is sent any more. */
  leave(): void;
}

/** The largest packet of a client; a message of 4000 code points in JSON is below it. */
const maxPayload = 64 * 1024;

/** Milliseconds that a start waits for the connection to the other processes. */
const joinPatience = 3_000;

export interface RealtimeOptions {
  config: Config;
  sessions: Sessions;
  cookie: SessionCookie;
  limits: RateLimits;
  log: Log;
  metrics: Metrics;
  /** How other processes are reached; undefined: there are none. */
  transport: Transport | undefined;
}

/** Sockets end with their sessions. Rooms are joined only after a rule said yes (`Caller.joinIf`). */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { sessions, log, transport } = options;
  const { io, handshake, events, connections, membership, delivery } = openSockets(options);
  let order: Order | undefined;
  const publish = transport && ((notice: Notice) => bus?.publish(notice));
  const fanOut = createFanOut({ membership, delivery, publish, order: () => order });
  const { rights, resync } = createCatchUp({ sessions, membership, connections, delivery, log });
  const bus =
    transport &&
    openBus({ io, transport, log, onNotices: (notices) => notices.forEach(follow), onDoubt: () => doubt() });

  const doubt = () => {
    // What was missed may have been the end of a session or of a right.
    rights.soon();
    resync.tellAll();
  };

  /** What another process did, in its order: what it sent before somebody left reaches them. */
  const follow = (notice: Notice) => {
    if (notice[0] === 'send') return fanOut.deliver(notice);
    delivery.flush();
    apply(notice, membership, handshake);
  };

  const doEverywhere = (notice: SocketNotice) => {
    apply(notice, membership, handshake);
    publish?.(notice);
  };

  sessions.onRevoked(({ userId, tokenHash, except }) => {
    doEverywhere(['end', userId, tokenHash?.toString('base64url') ?? null, except?.toString('base64url') ?? null]);
  });

  return {
    on: events.on,
    toRoom: (room, event, payload, place) => fanOut.send([room], event, payload, place && { order: place }),
    toPersons: (userIds, event, payload) => fanOut.send(userIds.map(roomOfPerson), event, payload),
    toDirect: (userIds, room, event, payload, place) =>
      fanOut.send(userIds.map(roomOfPerson), event, payload, { direct: room, order: place }),
    inOrder(stored) {
      // One process alone stores in the order in which it sends.
      if (!bus) return;
      const { sendHere, isWanted } = fanOut;
      order = createOrder({ stored, deliver: sendHere, isWanted, isConnected: () => bus.isUp, log });
    },
    removeFromRoom(room, userIds) {
      if (userIds.length > 0) doEverywhere(['leave', room, userIds]);
    },
    emptyRoom: (room) => doEverywhere(['leave', room, null]),
    recheck: rights.add,
    welcome: (address) => doEverywhere(['wake', networkOf(address)]),
    personsIn: membership.personsIn,
    get isHeard() {
      return bus?.isUp;
    },
    async join() {
      await bus?.opened(joinPatience);
      await order?.begin();
    },
    attach: (server) => {
      io.attach(server);
      handshake.follow(io);
    },
    close() {
      handshake.close();
      delivery.flush();
      // Not io.close(): that would end the server of HTTP, too, with requests under way. And without a farewell of Socket.IO,
      // after which clients would not come back.
      io.engine?.close();
      resync.close();
      rights.close();
      order?.close();
    },
    leave() {
      bus?.close();
      void io.of('/').adapter.close();
    },
  };
}

/** Notices that change sockets: those that take them out of rooms, end them, or wake them. */
type SocketNotice = Exclude<Notice, SendNotice>;

function apply(notice: SocketNotice, membership: Membership, handshake: Pick<Handshake, 'wake'>): void {
  if (notice[0] === 'leave') membership.leave(notice[1], notice[2]);
  else if (notice[0] === 'end') membership.endSessions(notice[1], notice[2], notice[3]);
  else handshake.wake(notice[1]);
}

/** The server of Socket.IO, and what looks after its sockets in this process. */
function openSockets({ config, sessions, cookie, limits, log, metrics, transport }: RealtimeOptions) {
  const handshake = createHandshake({
    config,
    sessions,
    cookie,
    limits,
    log,
    countOf: (userId) => membership.count(roomOfPerson(userId)),
    roomsOf: ({ userId, tokenHash }) => [roomOfPerson(userId), roomOfDirect(userId), roomOfSession(tokenHash)],
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
  const events = createClientEvents({ limits, log });
  const connections = createConnections(io, events, metrics);
  const membership = createMembership(io, connections.end);
  const delivery =
    config.socketDelivery === 'frames'
      ? deliverFrames(connections.receiversIn, metrics)
      : deliverByLibrary(io, metrics);
  metrics.socketRooms(() => io.of('/').adapter.rooms.size);
  return { io, handshake, events, connections, membership, delivery };
}

interface CatchUpParts {
  sessions: Sessions;
  membership: Membership;
  connections: Connections;
  delivery: Delivery;
  log: Log;
}

/** What is done when this process may have missed something: who may be where is looked up, and clients fetch afresh. */
function createCatchUp({ sessions, membership, connections, delivery, log }: CatchUpParts) {
  return {
    rights: createRights({ sessions, membership, log }),
    resync: createResync({ ids: connections.ids, tell: (ids) => delivery.send(ids, 'resync', '{}') }),
  };
}

/** The bus to the other processes, on Socket.IO's adapter. */
function openBus({
  io,
  ...parts
}: {
  io: SocketServer;
  transport: Transport;
  log: Log;
  onNotices(notices: readonly Notice[]): void;
  onDoubt(): void;
}): Bus {
  return createBus({
    ...parts,
    send: (packet) => io.serverSideEmit('bus', packet),
    receive: (listen) => io.on('bus' as never, ((packet: Packet) => listen(packet)) as never),
  });
}
