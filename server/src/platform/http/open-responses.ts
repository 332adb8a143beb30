import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds without a request after which the clients that are at work have learned that theirs was the last of its connection. */
const notice = 300;

/** Turns of the event loop in which new clients are let in at most, before the port is closed. */
const turns = 1000;

/** Milliseconds that a turn takes at most in which next to nothing is done. */
const shortTurn = 0.2;

/** Milliseconds that a client has to close its side of a connection. */
const linger = 1000;

/** The end of a server that loses no request. */
export interface Ending {
  /** Whether the server was asked to end: balancers are to send nobody here any more. */
  readonly isAsked: boolean;
  /**
   * To be called first: from now on `isAsked` holds. For as long as this takes, everybody is let in and served as ever, so that
   * balancers have the time to notice; each answer is the last of its connection, which leads clients of those that only pass
   * on connections to another process.
   * @param seconds 0: there is no balancer to wait for, and nothing but `isAsked` changes
   */
  drain(seconds: number): Promise<void>;
  /**
   * To be called and awaited before the server is closed. The port is closed first, while clients are content with the
   * connections that they have: what waits at a port when it closes is reset. Connections stay open for a moment, in which each
   * answer says that it is the last of its connection; what is still idle then is closed.
   * @param onPortClosed whoever is cut off by this cannot come back to this process
   * @returns resolves when every response is out and every connection is closed; takes no time when nobody is connected
   */
  finish(onPortClosed?: () => void): Promise<void>;
}

/**
 * Lets in whoever has come to the port by now. Clients are looked for at the beginning of a turn, and who comes later in the turn
 * is reset when the port closes: so nothing is read for the few turns until one is short, which is what requests cost time for.
 * @param held where the connections are noted that aren't read meanwhile
 * @param arrivals how many connections have come so far
 */
async function letIn(connections: ReadonlySet<Socket>, held: Set<Socket>, arrivals: () => number): Promise<void> {
  for (let turn = 0, isQuiet = false; turn < turns && !isQuiet; turn += 1) {
    for (const socket of connections) {
      if (socket.isPaused()) continue;
      socket.pause();
      held.add(socket);
    }
    const [before, began] = [arrivals(), performance.now()];
    await nextTurn();
    isQuiet = arrivals() === before && performance.now() - began < shortTurn;
  }
}

/** Follows the connections and answers of a server, for its end. */
export function trackResponses(server: Server): Ending {
  const connections = new Set<Socket>();
  const open = new Map<ServerResponse, Socket>();
  /** Connections that are not read while the port is closed. */
  const held = new Set<Socket>();
  let isAsked = false;
  let isEnding = false;
  let isOver = false;
  let requests = 0;
  let arrivals = 0;

  const leave = (socket: Socket) => {
    // Only our side at first: whatever is on its way is sent, and a client that is just sending is not answered with a reset.
    socket.end();
    setTimeout(() => socket.destroy(), linger).unref();
  };
  const leaveIdle = () => {
    const busy = new Set(open.values());
    for (const socket of connections) if (!busy.has(socket)) leave(socket);
  };

  server.on('connection', (socket: Socket) => {
    arrivals += 1;
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  // First in line, for others may answer at once.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    if (isEnding) response.setHeader('connection', 'close');
    open.set(response, request.socket);
    response.once('close', () => {
      open.delete(response);
      if (isOver) leaveIdle();
    });
  });

  const drain = async (seconds: number) => {
    isAsked = true;
    if (seconds === 0 || !server.listening) return;
    isEnding = true;
    await sleep(1000 * seconds);
  };

  const finish = async (onPortClosed: () => void = () => undefined) => {
    isAsked = true;
    if (!server.listening) return onPortClosed();
    const closed = once(server, 'close');
    await letIn(connections, held, () => arrivals);
    // The HTTP server's own method would cut off idle connections, on which a request may be on its way.
    NetServer.prototype.close.call(server);
    for (const socket of held) socket.resume();
    onPortClosed();
    isEnding = true;
    for (const response of open.keys()) if (!response.headersSent) response.setHeader('connection', 'close');
    const over = new AbortController();
    void closed.then(() => over.abort());
    for (let before = -1; before !== requests; ) {
      before = requests;
      await sleep(notice, undefined, { signal: over.signal }).catch(() => undefined);
      // A busy process sees that the time is up before it sees what has come in the meantime.
      await nextTurn();
    }
    isOver = true;
    leaveIdle();
    await closed;
  };

  return {
    get isAsked() {
      return isAsked;
    },
    drain,
    finish,
  };
}
