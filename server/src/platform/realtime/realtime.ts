import type { Server as HttpServer } from 'node:http';
import type { Socket as NetSocket } from 'node:net';
import { Server } from 'socket.io';
import { type Bus, createBus, type Notice, type Packet, type Place, type SendNotice } from '#platform/cluster/bus.ts';
import type { Transport } from '#platform/cluster/transport.ts';
import type { Config } from '#platform/config/config.ts';
import type { SessionCookie } from '#platform/http/cookie.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { networkOf } from '#platform/rate-limits/address.ts';
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts';
import type { Sessions } from '#platform/sessions/sessions.ts';
import { type Caller, type ClientEvents, createClientEvents } from './client-events.ts';
import { createDelivery, frameOf, type Line } from './delivery.ts';
import { connectMs, createHandshake, endTransport, type PersonSocket, type SocketServer } from './handshake.ts';
import { createOrder, type Order, type Stored } from './order.ts';
import { createRecheck } from './recheck.ts';
import { createResync } from './resync.ts';

/** Names and payloads of what the server sends, as functions of the payload; features add theirs by module augmentation. */
export interface SentEvents {}
export type SentEvent = keyof SentEvents & string;
export type PayloadOf<N extends SentEvent> = SentEvents[N] extends (payload: infer P) => void ? P : never;

/** A payload that is JSON already, from a statement that built it. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

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

/** A person in a room; `id` is what follows the prefix. */
export interface Held {
  id: string;
  userId: string;
}

const personPrefix = 'person:';
const roomOfPerson = (userId: string) => personPrefix + userId;
/** Those of a person's sockets that get direct messages whatever they have joined. */
const roomOfDirect = (userId: string) => `direct:${userId}`;
const sessionPrefix = 'session:';
const roomOfSession = (tokenHash: Buffer) => sessionPrefix + tokenHash.toString('base64url');

/** The largest packet of a client; a message of 4000 code points in JSON is below it. */
const maxPayload = 64 * 1024;

/** Milliseconds that a start waits for the line to the other processes. */
const joinPatience = 3_000;

/** Events of one socket that may be unanswered at the same time; one that sends more does not wait for answers. */
const eventsUnderWay = 50;

/** Sockets end with their sessions. Rooms are joined only after a rule said yes (`Caller.joinIf`). */
export function createRealtime(options: {
  config: Config;
  sessions: Sessions;
  cookie: SessionCookie;
  limits: RateLimits;
  log: Log;
  metrics: Metrics;
  /** How other processes are reached; undefined: there are none. */
  transport: Transport | undefined;
}): Realtime {
  const { config, sessions, cookie, limits, log, metrics, transport } = options;
  const handshake = createHandshake({
    config,
    sessions,
    cookie,
    limits,
    log,
    countOf: (userId) => adapter.rooms.get(roomOfPerson(userId))?.size ?? 0,
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
  const { adapter } = io.of('/');
  const events = createClientEvents({ limits, log });
  const lines = new Map<string, Line & { wire: NetSocket }>();
  const delivery = createDelivery(linesIn, metrics);
  metrics.socketRooms(() => adapter.rooms.size);

  function* linesIn(room: string): Generator<Line> {
    for (const id of adapter.rooms.get(room) ?? []) {
      const line = lines.get(id);
      if (line) yield line;
    }
  }

  io.on('connection', (socket) => {
    const wire = socket.request.socket;
    lines.set(socket.id, { wire, tick: -1 });
    metrics.socketConnections.inc();
    socket.on('disconnect', forget);
    socket.onAny(receive);
    // The request of the handshake is most of what an idle socket keeps.
    socket.conn.request = undefined as never;
    // Its session ended while it was being let in.
    if (!socket.rooms.has(roomOfPerson(socket.data.userId))) end(socket);
  });

  const end = (socket: PersonSocket) => {
    const wire = lines.get(socket.id)?.wire;
    if (wire) endTransport(socket.conn, wire);
  };

  const underWay = new Map<string, number>();

  function forget(this: PersonSocket) {
    lines.delete(this.id);
    underWay.delete(this.id);
    metrics.socketConnections.dec();
  }

  function receive(this: PersonSocket, name: string, ...given: unknown[]) {
    const count = (underWay.get(this.id) ?? 0) + 1;
    if (count > eventsUnderWay) return end(this);
    underWay.set(this.id, count);
    this.data.events += 1;
    void events.handle(callerOf(this, this.data.events), name, given).finally(() => {
      const left = (underWay.get(this.id) ?? 1) - 1;
      if (left > 0) underWay.set(this.id, left);
      else underWay.delete(this.id);
    });
  }

  const callerOf = (socket: PersonSocket, place: number): Caller => ({
    userId: socket.data.userId,
    async joinIf(room, rule) {
      await rule();
      if (!socket.connected) return;
      await socket.join(room);
      try {
        await rule();
      } catch (error) {
        await socket.leave(room);
        throw error;
      }
    },
    join: (room) => void (socket.connected && socket.join(room)),
    leave(room) {
      void socket.leave(room);
    },
    takeDirect(isWanted) {
      const { data } = socket;
      // A join that came before another may be done after it.
      if (data.isSorting || !socket.connected || place < data.decidedBy) return;
      data.decidedBy = place;
      const room = roomOfDirect(data.userId);
      void (isWanted ? socket.join(room) : socket.leave(room));
    },
  });

  const socketsIn = (room: string): PersonSocket[] =>
    [...(adapter.rooms.get(room) ?? [])].flatMap((id) => io.of('/').sockets.get(id) ?? []);

  const endRoom = (room: string, except: string | null) => {
    for (const id of [...(adapter.rooms.get(room) ?? [])]) {
      if (except !== null && adapter.sids.get(id)?.has(except)) continue;
      const socket = io.of('/').sockets.get(id);
      if (socket) end(socket);
      // One that is being let in ends as soon as it is, because it's in no room any more.
      else adapter.delAll(id);
    }
  };

  const endHere = (userId: string, session: string | null, except: string | null) =>
    endRoom(session === null ? roomOfPerson(userId) : sessionPrefix + session, except && sessionPrefix + except);

  const leaveHere = (room: string, userIds: readonly string[] | null) => {
    io.local.in(userIds === null ? room : userIds.map(roomOfPerson)).socketsLeave(room);
  };

  const isAnybodyIn = (rooms: readonly string[]) => rooms.some((room) => adapter.rooms.has(room));

  const receiversOf = ([, rooms, , , { direct } = {}]: SendNotice) =>
    direct === undefined ? rooms : [...rooms.map((room) => roomOfDirect(room.slice(personPrefix.length))), direct];

  const sendHere = (notice: SendNotice) => {
    const receivers = receiversOf(notice);
    if (isAnybodyIn(receivers)) delivery.send(receivers, frameOf(notice[2], notice[3]));
  };

  let order: Order | undefined;

  /** Sends what this process or another one has to say, when it's its turn. */
  const deliver = (notice: SendNotice) => {
    const place = notice[4]?.order;
    if (order && place) order.accept(notice, place);
    else sendHere(notice);
  };

  const send = (rooms: readonly string[], event: string, payload: unknown, more?: SendNotice[4]) => {
    if (!bus && !isAnybodyIn(rooms)) return;
    const json = payload instanceof JsonText ? payload.text : JSON.stringify(payload);
    const notice: SendNotice = more ? ['send', rooms, event, json, more] : ['send', rooms, event, json];
    deliver(notice);
    bus?.publish(notice);
  };

  const leave = (room: string, userIds: readonly string[] | null) => {
    leaveHere(room, userIds);
    bus?.publish(['leave', room, userIds]);
  };

  sessions.onRevoked(({ userId, tokenHash, except }) => {
    const [session, kept] = [tokenHash?.toString('base64url') ?? null, except?.toString('base64url') ?? null];
    endHere(userId, session, kept);
    bus?.publish(['end', userId, session, kept]);
  });

  /** What another process did, in its order: what it sent before somebody left reaches them. */
  const follow = (notices: readonly Notice[]) => {
    for (const notice of notices) {
      if (notice[0] === 'send') {
        deliver(notice);
        continue;
      }
      delivery.flush();
      if (notice[0] === 'leave') leaveHere(notice[1], notice[2]);
      else if (notice[0] === 'end') endHere(notice[1], notice[2], notice[3]);
      else if (notice[0] === 'wake') handshake.wake(notice[1]);
    }
  };

  const rechecks = new Map<string, (held: readonly Held[]) => Promise<readonly Held[]>>();

  /** Everything that a missed word could have ended. */
  const recheck = async () => {
    const names = [...adapter.rooms.keys()];
    const named = (prefix: string) =>
      names.filter((name) => name.startsWith(prefix)).map((n) => n.slice(prefix.length));
    const open = named(sessionPrefix);
    const valid = new Set(await sessions.stillValid(open));
    for (const id of open) if (!valid.has(id)) endRoom(sessionPrefix + id, null);
    for (const [prefix, over] of rechecks) {
      const held = named(prefix).flatMap((id) => [...personsIn(prefix + id)].map((userId) => ({ id, userId })));
      if (held.length === 0) continue;
      for (const { id, userId } of await over(held)) leaveHere(prefix + id, [userId]);
    }
  };

  const doubts = createRecheck({ look: recheck, log });

  const resync = createResync({
    ids: () => lines.keys(),
    tell: (ids) => delivery.send(ids, frameOf('resync', '{}')),
  });

  const bus: Bus | undefined =
    transport &&
    createBus({
      transport,
      log,
      send: (packet) => io.serverSideEmit('bus', packet),
      receive: (listen) => io.on('bus' as never, ((packet: Packet) => listen(packet)) as never),
      onNotices: follow,
      onDoubt() {
        // What was missed may have been the end of a session or of a right.
        doubts.soon();
        resync.tellAll();
      },
    });

  const personsIn = (room: string) => new Set(socketsIn(room).map(({ data }) => data.userId));

  return {
    on: events.on,
    toRoom: (room, event, payload, place) => send([room], event, payload, place && { order: place }),
    toPersons: (userIds, event, payload) => send(userIds.map(roomOfPerson), event, payload),
    toDirect: (userIds, room, event, payload, place) =>
      send(userIds.map(roomOfPerson), event, payload, { direct: room, order: place }),
    inOrder(stored) {
      // One process alone stores in the order in which it sends.
      if (!bus) return;
      const isWanted = (notice: SendNotice) => isAnybodyIn(receiversOf(notice));
      order = createOrder({ stored, deliver: sendHere, isWanted, isConnected: () => bus.isUp, log });
    },
    removeFromRoom(room, userIds) {
      if (userIds.length > 0) leave(room, userIds);
    },
    emptyRoom: (room) => leave(room, null),
    recheck: (prefix, over) => void rechecks.set(prefix, over),
    welcome(address) {
      const network = networkOf(address);
      handshake.wake(network);
      bus?.publish(['wake', network]);
    },
    personsIn,
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
      doubts.close();
      order?.close();
    },
    leave() {
      bus?.close();
      void adapter.close();
    },
  };
}
