import type { IncomingMessage } from 'node:http';
import type { Socket as NetSocket } from 'node:net';
import { type SocketAuth, socketAuth } from '@hubbub/contract/platform/socket-auth.ts';
import type { Server, Socket } from 'socket.io';
import type { Config } from '#platform/config/config.ts';
import { clientAddress } from '#platform/config/trusted-proxies.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { RefusalLines } from '#platform/logging/refusal-lines.ts';
import { networkOf } from '#platform/rate-limits/address.ts';
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts';
import type { SessionCookie } from '#platform/sessions/cookie.ts';
import { isForeign } from '#platform/sessions/origins.ts';
import type { Session, Sessions } from '#platform/sessions/sessions.ts';
import { hasToWait, limitPackets, type RawSocket } from './budgets.ts';
import { createWaiting, type Waiting } from './waiting.ts';

export type SocketEvents = Record<string, (...given: unknown[]) => void>;

interface SocketData {
  userId: string;
  /** The client sorts messages by room, so it gets direct messages wherever it is. */
  isSorting: boolean;
  /** Its events so far, and which of them last said whether it gets direct messages. */
  events: number;
  decidedBy: number;
  /** How many of them were too many. */
  refused: number;
  /** The rooms that keep direct messages from it, each with the number of the event that joined it. */
  shown: Map<string, number>;
  /** It's in one such room at a time, because its client draws whatever arrives. */
  showsOne: boolean;
}

export type SocketServer = Server<SocketEvents, SocketEvents, SocketEvents, SocketData>;
export type UserSocket = Socket<SocketEvents, SocketEvents, SocketEvents, SocketData>;
type Engine = UserSocket['conn'];

/** The WebSocket below a connection, which the library doesn't name. */
const rawSocketOf = ({ transport }: Engine): RawSocket => (transport as unknown as { socket: RawSocket }).socket;

/**
 * Who a connection belongs to, or why it can't be let in. `isOverLimit`: it can't even be held. `hasToWait`: it's held without an answer,
 * so that coming back costs nothing but time.
 */
type HandshakeResult =
  | { session: Session; token: string }
  | { refusal: string; isOverLimit?: boolean; hasToWait?: boolean };

/** Pages that one person may have open. */
const socketsPerPerson = 100;

/** Milliseconds a client has to send its CONNECT packet. */
export const connectMs = 10_000;

const noSession = 'Log in to continue.';
const tooMany = 'Too many connections at once. Wait a moment.';
const tooManyPages = 'Too many pages are open. Close some of them.';
const notAvailable = "The service isn't available right now.";

/** Decides which connections get a socket. */
export interface Handshake {
  allowRequest(request: IncomingMessage, answer: (refused: string | null, allowed: boolean) => void): void;
  /** Tracks an open server's connections. */
  follow(io: SocketServer): void;
  /** Closes what's held for an address: someone there has just logged in. */
  wake(network: string): void;
  /** Accepts no new connections. */
  close(): void;
}

interface HandshakeOptions {
  config: Config;
  sessions: Sessions;
  cookie: SessionCookie;
  limits: RateLimits;
  refusals: RefusalLines;
  log: Log;
  /** How many sockets a person has. */
  countOf(userId: string): number;
  /** The rooms that a session's socket joins when it connects. */
  roomsOf(session: Session): string[];
  /** The room for sockets that know groups. They join it once it's known who's hidden from their person. */
  openGroups(session: Session): Promise<string>;
}

/** Whether a connection has a valid session, and its person may open another one. */
async function authenticate(
  { sessions, cookie, limits, refusals, log }: HandshakeOptions,
  request: IncomingMessage,
  network: string,
): Promise<HandshakeResult> {
  const note = (limit: string, userId?: string) =>
    refusals.write({ security: 'rate_limited', call: 'socket connect', userId, address: network, limit }, network);
  try {
    const token = cookie.read(request);
    const session = token === undefined ? undefined : await sessions.find(token);
    if (hasToWait(session?.userId ?? network)) {
      note('socket-returns', session?.userId);
      return { refusal: tooMany, hasToWait: true };
    }
    if (token === undefined || session === undefined) {
      const isOverLimit = !(await limits.allows('socket-strangers', network));
      if (isOverLimit) note('socket-strangers');
      return { refusal: noSession, isOverLimit };
    }
    if (!(await limits.allows('socket-connections', session.userId))) {
      note('socket-connections', session.userId);
      return { refusal: tooMany };
    }
    return { session, token };
  } catch (error) {
    log.warn({ err: error }, "couldn't authenticate a socket");
    return { refusal: notAvailable };
  }
}

/** Holds a connection without an answer for a while, or until its client closes it. */
function holdMute(waiting: Waiting, network: string, { socket }: IncomingMessage): void {
  const release = waiting.hold(network, () => socket.destroy());
  socket.once('close', release);
}

/**
 * Origin and session are checked at the handshake. Clients retry only when the transport closes, never after a CONNECT_ERROR, so a
 * rejected client gets no answer for a few seconds before its transport is closed (docs/decisions/0008).
 */
export function createHandshake(options: HandshakeOptions): Handshake {
  const { config, sessions, log } = options;
  const addressOf = clientAddress(config.trustProxy);
  const networkAt = (request: IncomingMessage) => networkOf(addressOf(request));
  const waiting = createWaiting();
  const results = new WeakMap<IncomingMessage, HandshakeResult>();
  /** Connections that have asked for their socket: each gets at most one. */
  const asked = new WeakSet<Engine>();
  const held = new WeakSet<Engine>();
  let isClosing = false;

  const allowRequest: Handshake['allowRequest'] = async (request, answer) => {
    if (isClosing) return answer('The server is shutting down.', false);
    if (isForeign(config, request.headers))
      return answer('This connection comes from a page of another origin.', false);
    // No one else handles a connection that fails in the meantime.
    const ignore = () => undefined;
    request.socket.on('error', ignore);
    const result = await authenticate(options, request, networkAt(request));
    if ('refusal' in result && result.hasToWait && !isClosing) return holdMute(waiting, networkAt(request), request);
    request.socket.off('error', ignore);
    if (isClosing) return answer('The server is shutting down.', false);
    if ('refusal' in result && result.isOverLimit) return answer(tooMany, false);
    results.set(request, result);
    answer(null, true);
  };

  const hold = (conn: Engine, request: IncomingMessage) => {
    if (held.has(conn)) return;
    held.add(conn);
    const { socket } = request;
    const close = () => endTransport(conn, socket);
    conn.once('close', waiting.hold(networkAt(request), close));
  };

  const refuse = (socket: UserSocket, refusal: string, next: (refused: Error) => void) => {
    for (const room of socket.rooms) void socket.leave(room);
    hold(socket.conn, socket.request);
    answerRefusal(socket, new Error(refusal), next);
  };

  const enter = async (socket: UserSocket, next: (refused?: Error) => void): Promise<void> => {
    const { conn, request } = socket;
    if (asked.has(conn)) return next(new Error('This connection has its socket already.'));
    asked.add(conn);
    const result = results.get(request) ?? { refusal: noSession };
    if ('refusal' in result) return refuse(socket, result.refusal, next);
    const { session, token } = result;
    if (options.countOf(session.userId) >= socketsPerPerson) return refuse(socket, tooManyPages, next);
    try {
      socket.data = dataOf(session, authOf(socket));
      await joinRooms(options, socket, session);
      // It may have ended between the lookup and the join.
      if (!(await sessions.find(token))) return refuse(socket, noSession, next);
      next();
    } catch (error) {
      log.warn({ err: error }, "couldn't authenticate a socket");
      refuse(socket, notAvailable, next);
    }
  };

  return {
    allowRequest,
    follow(io) {
      io.engine.on('connection', (conn: Engine) => {
        const result = results.get(conn.request);
        guard(options, conn, result, networkAt(conn.request));
        // Held whether or not it ever asks for its socket.
        if (result && 'refusal' in result) hold(conn, conn.request);
      });
      io.use((socket, next) => void enter(socket, next));
    },
    wake: (network) => waiting.wake(network),
    close() {
      isClosing = true;
      waiting.close();
    },
  };
}

/** Closes a connection that sends too much, and logs it. */
function guard(
  { refusals }: HandshakeOptions,
  conn: Engine,
  result: HandshakeResult | undefined,
  address: string,
): void {
  const { socket: wire } = conn.request;
  const userId = result && 'session' in result ? result.session.userId : undefined;
  const owner = userId ?? address;
  limitPackets(rawSocketOf(conn), owner, (limit) => {
    refusals.write({ security: 'rate_limited', call: 'socket', userId, address, limit }, owner);
    endTransport(conn, wire);
  });
}

const dataOf = ({ userId }: Session, { direct, groups }: SocketAuth): SocketData => ({
  userId,
  isSorting: direct,
  events: 0,
  decidedBy: 0,
  refused: 0,
  shown: new Map(),
  showsOne: !groups,
});

async function joinRooms(
  { roomsOf, openGroups }: HandshakeOptions,
  socket: UserSocket,
  session: Session,
): Promise<void> {
  await socket.join(roomsOf(session));
  if (authOf(socket).groups) await socket.join(await openGroups(session));
}

function answerRefusal(socket: UserSocket, refusal: Error, next: (refused: Error) => void): void {
  if (authOf(socket).refusals) next(refusal);
  // The library only forgets an unanswered socket when it's told to.
  else socket.conn.once('close', () => next(refusal));
}

function authOf(socket: UserSocket): SocketAuth {
  return socketAuth.catch({ refusals: false, direct: false, groups: false }).parse(socket.handshake.auth);
}

/** Closes a connection without the packet that would keep clients from reconnecting. */
export function endTransport(conn: Engine, wire: NetSocket): void {
  conn.close(true);
  // Without waiting for clients that don't say goodbye.
  wire.destroySoon();
}
