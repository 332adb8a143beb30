import type { Socket as NetSocket } from 'node:net';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { noteClosing } from './budgets.ts';
import { countEvent, createCaller, stopShowing } from './caller.ts';
import type { ClientEvents } from './client-events.ts';
import type { Receiver } from './frame-writer.ts';
import { endTransport, type SocketServer, type UserSocket } from './handshake.ts';
import { createInFlight } from './in-flight.ts';
import { roomOfPerson } from './membership.ts';

/** How many of one socket's events may be unanswered at the same time; one that sends more doesn't wait for answers. */
const maxInFlight = 50;

/** How many of one socket's events are refused for being too many; a client that goes on even then isn't listening. */
const maxRefused = 100;

/** This process's sockets, from connection to disconnection. */
export interface Connections {
  ids(): Iterable<string>;
  /** The connections of the sockets in a room. */
  receiversIn(room: string): Iterable<Receiver>;
  /** Closes a socket's transport, so its client reconnects. */
  end(socket: UserSocket): void;
}

/**
 * Routes client events to their handlers, and disconnects sockets that send too many.
 * @param on.come called when one of a person's sockets has opened
 * @param on.gone called after one has closed
 */
export function createConnections(
  io: SocketServer,
  events: ClientEvents,
  metrics: Pick<Metrics, 'socketConnections'>,
  on: { come(userId: string): void; gone(userId: string): void },
): Connections {
  const { adapter, sockets } = io.of('/');
  const receivers = new Map<string, Receiver & { wire: NetSocket }>();
  const inFlight = createInFlight(maxInFlight);

  const end = (socket: UserSocket) => {
    const wire = receivers.get(socket.id)?.wire;
    if (wire) endTransport(socket.conn, wire);
  };

  // Shared by all sockets, so an idle socket doesn't cost a closure.
  function forget(this: UserSocket) {
    receivers.delete(this.id);
    inFlight.forget(this.id);
    metrics.socketConnections.dec();
    on.gone(this.data.userId);
  }

  const endForSending = (socket: UserSocket) => {
    // Packets that had already arrived when it was closed.
    if (receivers.get(socket.id)?.wire.writable !== true) return;
    noteClosing(socket.data.userId);
    end(socket);
  };

  function receive(this: UserSocket, name: string, ...given: unknown[]) {
    if (!inFlight.begin(this.id)) return endForSending(this);
    const caller = createCaller(this, countEvent(this, name));
    void events
      .handle(caller, name, given)
      .then((isAllowed) => {
        if (isAllowed) return;
        this.data.refused += 1;
        if (this.data.refused > maxRefused) endForSending(this);
      })
      .finally(() => inFlight.end(this.id));
  }

  adapter.on('leave-room', (room: string, id: string) => {
    const socket = sockets.get(id);
    if (socket) stopShowing(socket, room);
  });

  io.on('connection', (socket) => {
    receivers.set(socket.id, { wire: socket.request.socket, tick: -1 });
    metrics.socketConnections.inc();
    socket.on('disconnect', forget);
    socket.onAny(receive);
    // The handshake's request is most of an idle socket's memory.
    socket.conn.request = undefined as never;
    // Its session ended while it was being let in.
    if (!socket.rooms.has(roomOfPerson(socket.data.userId))) return end(socket);
    on.come(socket.data.userId);
  });

  return {
    ids: () => receivers.keys(),
    *receiversIn(room) {
      for (const id of adapter.rooms.get(room) ?? []) {
        const receiver = receivers.get(id);
        if (receiver) yield receiver;
      }
    },
    end,
  };
}
