import type { Metrics } from '#platform/metrics/metrics.ts';
import { createFrameWriter, frameOf, type Receiver } from './frame-writer.ts';
import type { SocketServer } from './handshake.ts';

/** Sends events to the sockets of this process. */
export interface Delivery {
  /** Sends to every socket in these rooms, exactly once, when all of this turn of the event loop has happened. @param json the payload */
  send(rooms: readonly string[], event: string, json: string): void;
  /** Sends what's waiting now. */
  flush(): void;
}

/**
 * Encodes each event once for all receivers and writes it to their sockets past Engine.IO: 20 times the library's own way.
 * @param receiversIn who is in a room now
 */
export function deliverFrames(
  receiversIn: (room: string) => Iterable<Receiver>,
  metrics: Pick<Metrics, 'socketDeliveries' | 'socketLatency' | 'socketsTooSlow'>,
): Delivery {
  const writer = createFrameWriter(receiversIn, metrics);
  return { send: (rooms, event, json) => writer.send(rooms, frameOf(event, json)), flush: writer.flush };
}

/**
 * The library's own way, for when an update of Socket.IO breaks the other. A client that doesn't read is cut off by the
 * library's pings, after 30 seconds, however much waits for it.
 */
export function deliverByLibrary(
  io: SocketServer,
  metrics: Pick<Metrics, 'socketDeliveries' | 'socketLatency'>,
): Delivery {
  const { adapter } = io.of('/');
  let waiting: { rooms: readonly string[]; event: string; json: string; since: number }[] = [];

  const flush = () => {
    const sent = waiting;
    waiting = [];
    for (const { rooms, event, json, since } of sent) {
      io.local.to([...rooms]).emit(event, JSON.parse(json));
      metrics.socketDeliveries.inc(new Set(rooms.flatMap((room) => [...(adapter.rooms.get(room) ?? [])])).size);
      metrics.socketLatency.observe((performance.now() - since) / 1000);
    }
  };

  return {
    flush,
    send(rooms, event, json) {
      // To no room means to everybody.
      if (rooms.length === 0) return;
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ rooms, event, json, since: performance.now() });
    },
  };
}
