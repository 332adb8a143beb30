import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { Config } from '#platform/config/config.ts';
import type { SessionCookie } from '#platform/http/cookie.ts';
import { isForeign } from '#platform/http/origins.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts';
import type { Sessions } from '#platform/sessions/sessions.ts';
import { type Caller, type ClientEvents, createClientEvents } from './client-events.ts';
import { createDelivery, frameOf, type Line } from './delivery.ts';

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
  /** The people who have a socket in a room. */
  personsIn(room: string): Set<string>;
  /** Starts to take connections on a server of HTTP. */
  attach(server: HttpServer): void;
  /** Ends all connections, in a way that makes clients come back. */
  close(): void;
}

interface SocketData {
  userId: string;
}
type Events = Record<string, (...given: unknown[]) => void>;
type PersonSocket = Socket<Events, Events, Events, SocketData>;

const roomOfPerson = (userId: string) => `person:${userId}`;
const roomOfSession = (tokenHash: Buffer) => `session:${tokenHash.toString('base64url')}`;

/** The largest packet of a client; a message of 4000 code points in JSON is below it. */
const maxPayload = 64 * 1024;

/** Pages that one person may have open. */
const socketsPerPerson = 100;

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
}): Realtime {
  const { config, sessions, cookie, limits, log, metrics } = options;
  let isClosing = false;
  const io = new Server<Events, Events, Events, SocketData>({
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
  const delivery = createDelivery(linesIn, metrics);
  metrics.socketRooms(() => adapter.rooms.size);

  function* linesIn(room: string): Generator<Line> {
    for (const id of adapter.rooms.get(room) ?? []) {
      const line = lines.get(id);
      if (line) yield line;
    }
  }

  io.use(async (socket, next) => {
    try {
      const token = cookie.read(socket.request);
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
    lines.set(socket.id, { wire: socket.request.socket, tick: -1 });
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

  sessions.onRevoked(({ userId, tokenHash, except }) => {
    if (tokenHash) io.in(roomOfSession(tokenHash)).disconnectSockets(true);
    else if (except) io.in(roomOfPerson(userId)).except(roomOfSession(except)).disconnectSockets(true);
    else io.in(roomOfPerson(userId)).disconnectSockets(true);
  });

  const send = (rooms: readonly string[], event: string, payload: unknown) => {
    if (!rooms.some((room) => adapter.rooms.has(room))) return;
    delivery.send(rooms, frameOf(event, payload instanceof JsonText ? payload.text : JSON.stringify(payload)));
  };

  return {
    on: events.on,
    toRoom: (room, event, payload) => send([room], event, payload),
    toPersons: (userIds, event, payload) => send(userIds.map(roomOfPerson), event, payload),
    removeFromRoom(room, userIds) {
      if (userIds.length > 0) io.in(userIds.map(roomOfPerson)).socketsLeave(room);
    },
    emptyRoom: (room) => io.in(room).socketsLeave(room),
    personsIn(room) {
      const ids = new Set<string>();
      for (const id of adapter.rooms.get(room) ?? []) {
        const userId = io.of('/').sockets.get(id)?.data.userId;
        if (userId !== undefined) ids.add(userId);
      }
      return ids;
    },
    attach: (server) => {
      io.attach(server);
    },
    close() {
      isClosing = true;
      delivery.flush();
      // Not io.close(): that would end the server of HTTP, too, with requests under way. And without a farewell of Socket.IO,
      // after which clients would not come back.
      io.engine?.close();
    },
  };
}
