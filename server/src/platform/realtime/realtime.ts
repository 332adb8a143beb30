import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { Config } from '#platform/config/config.ts';
import type { SessionCookie } from '#platform/http/cookie.ts';
import { isForeign } from '#platform/http/origins.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { Sessions } from '#platform/sessions/sessions.ts';

/** What a socket knows of its person. */
export interface SocketData {
  userId: string;
}

/** Socket.IO on the same origin, at `/socket.io`. */
export interface Realtime {
  io: Server;
  /** Starts to take connections on a server of HTTP. */
  attach(server: HttpServer): void;
  close(): Promise<void>;
}

const roomOfPerson = (userId: string) => `person:${userId}`;
const roomOfSession = (tokenHash: Buffer) => `session:${tokenHash.toString('hex')}`;

/** The largest payload of an event; a message of 4000 code points in JSON is below it. */
const maxPayload = 64 * 1024;

/**
 * Sockets are for signed-in people: origin and session are checked at the handshake, and a socket ends with its session.
 */
export function createRealtime(options: {
  config: Config;
  sessions: Sessions;
  cookie: SessionCookie;
  log: Log;
  metrics: Metrics;
}): Realtime {
  const { config, sessions, cookie, log, metrics } = options;
  const io = new Server<Record<string, never>, Record<string, never>, Record<string, never>, SocketData>({
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: maxPayload,
    pingInterval: 20_000,
    pingTimeout: 10_000,
    allowRequest: (request, answer) => {
      const allowed = !isForeign(config, request.headers);
      answer(allowed ? null : 'This connection comes from a page of another origin.', allowed);
    },
  });

  io.use(async (socket, next) => {
    try {
      const token = cookie.read(socket.request);
      const session = token === undefined ? undefined : await sessions.find(token);
      if (!session) return next(new Error('Log in to go on.'));
      socket.data.userId = session.userId;
      await socket.join([roomOfPerson(session.userId), roomOfSession(session.tokenHash)]);
      // It may have ended between the look-up and the join.
      if (token === undefined || !(await sessions.find(token))) return next(new Error('Log in to go on.'));
      next();
    } catch (error) {
      log.warn({ err: error }, 'a socket could not be authenticated');
      next(new Error('The service is not available right now.'));
    }
  });

  io.on('connection', (socket) => {
    metrics.socketConnections.inc();
    socket.on('disconnect', () => metrics.socketConnections.dec());
  });

  sessions.onRevoked(({ userId, tokenHash, except }) => {
    if (tokenHash) io.in(roomOfSession(tokenHash)).disconnectSockets(true);
    else if (except) io.in(roomOfPerson(userId)).except(roomOfSession(except)).disconnectSockets(true);
    else io.in(roomOfPerson(userId)).disconnectSockets(true);
  });

  return {
    io: io as unknown as Server,
    attach: (server) => {
      io.attach(server);
    },
    async close() {
      // Not io.close(): that would end the server of HTTP, too, with requests under way.
      io.local.disconnectSockets(true);
      io.engine?.close();
    },
  };
}
