import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { type Bus, createBus, type Notice, type Packet } from '#platform/cluster/bus.ts';
import type { Transport } from '#platform/cluster/transport.ts';
import type { Config } from '#platform/config/config.ts';
import type { SessionCookie } from '#platform/http/cookie.ts';
import { isForeign } from '#platform/http/origins.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts';
import type { Sessions } from '#platform/sessions/sessions.ts';
import { type Caller, type ClientEvents, createClientEvents } from './client-events.ts';
import { createDelivery, frameOf, type Line } from './delivery.ts';
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
  /** Sends to every socket in a room, exactly once. */
  toRoom<N extends SentEvent>(room: string, event: N, payload: PayloadOf<N> | JsonText): void;
  /** Sends to every socket of these people, exactly once, whatever rooms it is in. */
  toPersons<N extends SentEvent>(userIds: readonly string[], event: N, payload: PayloadOf<N> | JsonText): void;
  /** Takes all sockets of these people out of a room, at once. */
  removeFromRoom(room: string, userIds: readonly string[]): void;
  /** Takes everybody out of a room, at once. */
  emptyRoom(room: string): void;
  /**
   * Says how it is found out who may not be in rooms of a kind any more: asked when this process may not have heard of it.
   * @param prefix of the rooms, such as `channel:`; `over` answers, of those who are in one, those who may not
   */
  recheck(prefix: string, over: (held: readonly Held[]) => Promise<readonly Held[]>): void;
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

interface SocketData {
  userId: string;
}
type Events = Record<string, (...given: unknown[]) => void>;
type PersonSocket = Socket<Events, Events, Events, SocketData>;

const roomOfPerson = (userId: string) => `person:${userId}`;
const sessionPrefix = 'session:';
const roomOfSession = (tokenHash: Buffer) => sessionPrefix + tokenHash.toString('base64url');

/** The largest packet of a client; a message of 4000 code points in JSON is below it. */
const maxPayload = 64 * 1024;

/** Pages that one person may have open. */
const socketsPerPerson = 100;

/** Milliseconds that a start waits for the line to the other processes. */
const joinPatience = 3_000;

/** Events of one socket that may be unanswered at the same time; one that sends more does not wait for answers. */
const eventsUnderWay = 50;

/**
 * Origin and session are checked at the handshake, and a socket ends with its session. Rooms are joined only after a rule said
 * yes (`Caller.joinIf`).
 */
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
  let isClosing = false;
  const io = new Server<Events, Events, Events, SocketData>({
    ...(transport && { adapter: transport.adapter }),
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: maxPayload,
    pingInterval: 20_000,
    pingTimeout: 10_000,
    allowRequest: (request, answer) => {
      if (isClosing) return answer('The server is ending.', false);
      const allowed = !isForeign(config, request.headers);
      answer(allowed ? null : 'This connection comes from a page of another origin.', allowed);
    },
  });
  const { adapter } = io.of('/');
  const events = createClientEvents({ limits, log });
  const lines = new Map<string, Line>();
  /** The wire of each connection that has its socket, or is about to. */
  const wires = new WeakMap<PersonSocket['conn'], Line['wire']>();
  const delivery = createDelivery(linesIn, metrics);
  metrics.socketRooms(() => adapter.rooms.size);

  function* linesIn(room: string): Generator<Line> {
    for (const id of adapter.rooms.get(room) ?? []) {
      const line = lines.get(id);
      if (line) yield line;
    }
  }

  io.use(async (socket, allow) => {
    const { conn, request } = socket;
    // A client may ask again before it is answered; the request of the handshake serves once.
    if (wires.has(conn)) return allow(new Error('This connection has its socket already.'));
    wires.set(conn, request.socket);
    const next = (refused?: Error) => {
      if (refused) wires.delete(conn);
      allow(refused);
    };
    try {
      const token = cookie.read(request);
      const session = token === undefined ? undefined : await sessions.find(token);
      if (!session) return next(new Error('Log in to go on.'));
      const { userId, tokenHash } = session;
      if (!(await limits.allows('socket-connections', userId))) {
        return next(new Error('Too many connections at once. Wait a moment.'));
      }
      if ((adapter.rooms.get(roomOfPerson(userId))?.size ?? 0) >= socketsPerPerson) {
        return next(new Error('Too many pages are open. Close some of them.'));
      }
      socket.data.userId = userId;
      await socket.join([roomOfPerson(userId), roomOfSession(tokenHash)]);
      // It may have ended between the look-up and the join.
      if (token === undefined || !(await sessions.find(token))) return next(new Error('Log in to go on.'));
      next();
    } catch (error) {
      log.warn({ err: error }, 'a socket could not be authenticated');
      next(new Error('The service is not available right now.'));
    }
  });

  io.on('connection', (socket) => {
    const wire = wires.get(socket.conn);
    if (!wire) return void socket.disconnect(true);
    lines.set(socket.id, { wire, tick: -1 });
    metrics.socketConnections.inc();
    socket.on('disconnect', forget);
    socket.onAny(receive);
    // The request of the handshake is most of what an idle socket keeps.
    socket.conn.request = undefined as never;
  });

  const underWay = new Map<string, number>();

  function forget(this: PersonSocket) {
    lines.delete(this.id);
    underWay.delete(this.id);
    metrics.socketConnections.dec();
  }

  function receive(this: PersonSocket, name: string, ...given: unknown[]) {
    const count = (underWay.get(this.id) ?? 0) + 1;
    if (count > eventsUnderWay) {
      this.disconnect(true);
      return;
    }
    underWay.set(this.id, count);
    void events.handle(callerOf(this), name, given).finally(() => {
      const left = (underWay.get(this.id) ?? 1) - 1;
      if (left > 0) underWay.set(this.id, left);
      else underWay.delete(this.id);
    });
  }

  const callerOf = (socket: PersonSocket): Caller => ({
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
    leave(room) {
      void socket.leave(room);
    },
  });

  const endHere = (userId: string, session: string | null, except: string | null) => {
    const sockets = io.local.in(session === null ? roomOfPerson(userId) : sessionPrefix + session);
    (except === null ? sockets : sockets.except(sessionPrefix + except)).disconnectSockets(true);
  };

  const leaveHere = (room: string, userIds: readonly string[] | null) => {
    io.local.in(userIds === null ? room : userIds.map(roomOfPerson)).socketsLeave(room);
  };

  const isAnybodyIn = (rooms: readonly string[]) => rooms.some((room) => adapter.rooms.has(room));

  const send = (rooms: readonly string[], event: string, payload: unknown) => {
    const isHere = isAnybodyIn(rooms);
    if (!isHere && !bus) return;
    const json = payload instanceof JsonText ? payload.text : JSON.stringify(payload);
    if (isHere) delivery.send(rooms, frameOf(event, json));
    bus?.publish(['send', rooms, event, json]);
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
        if (isAnybodyIn(notice[1])) delivery.send(notice[1], frameOf(notice[2], notice[3]));
        continue;
      }
      delivery.flush();
      if (notice[0] === 'leave') leaveHere(notice[1], notice[2]);
      else endHere(notice[1], notice[2], notice[3]);
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
    for (const id of open) if (!valid.has(id)) io.local.in(sessionPrefix + id).disconnectSockets(true);
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

  const personsIn = (room: string) => {
    const ids = new Set<string>();
    for (const id of adapter.rooms.get(room) ?? []) {
      const userId = io.of('/').sockets.get(id)?.data.userId;
      if (userId !== undefined) ids.add(userId);
    }
    return ids;
  };

  return {
    on: events.on,
    toRoom: (room, event, payload) => send([room], event, payload),
    toPersons: (userIds, event, payload) => send(userIds.map(roomOfPerson), event, payload),
    removeFromRoom(room, userIds) {
      if (userIds.length > 0) leave(room, userIds);
    },
    emptyRoom: (room) => leave(room, null),
    recheck: (prefix, over) => void rechecks.set(prefix, over),
    personsIn,
    get isHeard() {
      return bus?.isUp;
    },
    join: async () => await bus?.opened(joinPatience),
    attach: (server) => {
      io.attach(server);
    },
    close() {
      isClosing = true;
      delivery.flush();
      // Not io.close(): that would end the server of HTTP, too, with requests under way. And without a farewell of Socket.IO,
      // after which clients would not come back.
      io.engine?.close();
      resync.close();
      doubts.close();
    },
    leave() {
      bus?.close();
      void adapter.close();
    },
  };
}
