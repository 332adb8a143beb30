import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds without a request after which active clients have learned that theirs was the connection's last. */
const notice = 300;

/** Event loop turns, at most, in which new clients are let in before the port is closed. */
const turns = 1000;

/** A turn shorter than this many milliseconds did almost nothing. */
const shortTurn = 0.2;

/** Milliseconds a client has to close its side of a connection. */
const lingerMs = 1000;

/** A server shutdown that loses no requests. */
export interface Ending {
  /** Whether the server was asked to stop: load balancers should send no more requests here. */
  readonly isAsked: boolean;
  /**
   * Call this first: from now on `isAsked` holds. Meanwhile everyone is still let in and served as usual, so that load balancers have
   * time to notice; each response is its connection's last, which moves clients behind connection-level balancers to another process.
   * @param seconds 0: there's no load balancer to wait for, and nothing but `isAsked` changes
   */
  drain(seconds: number): Promise<void>;
  /**
   * Call and await this before closing the server. The port is closed first, while clients are content with their existing connections:
   * whatever waits at a port when it closes is reset. Connections stay open for a moment, in which each response says that it's the
   * connection's last; those that are still idle then are closed.
   * @param onPortClosed clients cut off by this can't come back to this process
   * @returns resolves when every response is sent and every connection is closed; takes no time when no one is connected
   */
  finish(onPortClosed?: () => void): Promise<void>;
}

/**
 * Accepts every client that has reached the port by now. The event loop looks for new clients at the start of a turn, and those that
 * arrive later in that turn are reset when the port closes. Handling requests is what makes turns long, so nothing is read for a few
 * turns, until one is short.
 * @param held collects the connections that aren't read in the meantime
 * @param arrivals how many connections have arrived so far
 */
async function acceptPending(
  connections: ReadonlySet<Socket>,
  held: Set<Socket>,
  arrivals: () => number,
): Promise<void> {
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

/** Tracks a server's connections and responses, for its shutdown. */
export function trackResponses(server: Server): Ending {
  const connections = new Set<Socket>();
  const open = new Map<ServerResponse, Socket>();
  /** Connections that aren't read while the port is closed. */
  const held = new Set<Socket>();
  let isAsked = false;
  let isEnding = false;
  let isOver = false;
  let requests = 0;
  let arrivals = 0;

  const leave = (socket: Socket) => {
    // Only our side at first: pending data is sent, and a client that's still sending isn't reset.
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
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
  // Registered first, because others may answer right away.
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
    await acceptPending(connections, held, () => arrivals);
    // The HTTP server's own method would close idle connections that may have a request on the way.
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
      // A busy process sees that time is up before it sees what has arrived in the meantime.
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
