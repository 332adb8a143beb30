import type { Metrics } from '#platform/metrics/metrics.ts';

/** The parts of a connection's socket used to write to it: `net.Socket` is one. */
export interface Wire {
  readonly writable: boolean;
  readonly writableLength: number;
  cork(): void;
  uncork(): void;
  write(data: Buffer): boolean;
  destroy(): void;
}

/** The connection to one client. */
export interface Receiver {
  wire: Wire;
  /** The tick in which it was last written to. */
  tick: number;
}

/** Bytes that may wait for a client that doesn't read; one that falls further behind is cut off and fetches what it missed. */
export const sendBuffer = 1024 * 1024;

/** Narrows down who in the rooms is meant: only those who are also in one of these rooms, or those who aren't. */
export interface Among {
  only?: readonly string[];
  except?: readonly string[];
}

/** Writes frames to the sockets in rooms, bypassing Engine.IO. */
export interface FrameWriter {
  /** Sends to every receiver in these rooms exactly once, at the end of this turn of the event loop. */
  send(rooms: readonly string[], frame: Buffer, among?: Among): void;
  /** Sends what's waiting now. */
  flush(): void;
}

interface Group {
  key: string;
  rooms: readonly string[];
  among: Among | undefined;
  frames: Buffer[];
  times: number[];
}

/**
 * Frames are encoded once for all receivers, and everything from one tick goes out in one write per connection: the system call is the
 * main cost (docs/decisions/0005). Each receiver gets things in the order they were sent.
 * @param receiversIn who is in a room now
 */
export function createFrameWriter(
  receiversIn: (room: string) => Iterable<Receiver>,
  metrics: Pick<Metrics, 'socketDeliveries' | 'socketLatency' | 'socketsTooSlow'>,
): FrameWriter {
  let groups: Group[] = [];
  let tick = 0;

  const allIn = (rooms: readonly string[]) => new Set(rooms.flatMap((room) => [...receiversIn(room)]));

  const receivers = ({ rooms, among }: Group): Iterable<Receiver> => {
    const [first] = rooms;
    if (among) {
      const [wanted, unwanted] = [among.only && allIn(among.only), allIn(among.except ?? [])];
      return [...allIn(rooms)].filter((one) => wanted?.has(one) !== false && !unwanted.has(one));
    }
    return rooms.length === 1 && first !== undefined ? receiversIn(first) : allIn(rooms);
  };

  /** Whether it can be written to. The first check in a tick only sees what earlier ticks left. */
  const isOpen = (receiver: Receiver): boolean => {
    if (!receiver.wire.writable) return false;
    if (receiver.tick === tick || receiver.wire.writableLength <= sendBuffer) return true;
    receiver.wire.destroy();
    metrics.socketsTooSlow.inc();
    return false;
  };

  const flush = () => {
    const sent = groups;
    groups = [];
    tick += 1;
    const corked: Wire[] = [];
    for (const group of sent) {
      const { frames, times } = group;
      const data = frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames);
      let count = 0;
      for (const receiver of receivers(group)) {
        if (!isOpen(receiver)) continue;
        if (receiver.tick !== tick && sent.length > 1) {
          receiver.wire.cork();
          corked.push(receiver.wire);
        }
        receiver.tick = tick;
        receiver.wire.write(data);
        count += 1;
      }
      metrics.socketDeliveries.inc(count * frames.length);
      const now = performance.now();
      for (const time of times) metrics.socketLatency.observe((now - time) / 1000);
    }
    for (const wire of corked) wire.uncork();
  };

  return {
    flush,
    send(rooms, frame, among) {
      if (groups.length === 0) setImmediate(flush);
      const key = among ? JSON.stringify([rooms, among]) : rooms.join(' ');
      const last = groups.at(-1);
      if (last?.key === key) {
        last.frames.push(frame);
        last.times.push(performance.now());
      } else {
        groups.push({ key, rooms, among, frames: [frame], times: [performance.now()] });
      }
    },
  };
}

/**
 * An event in the form that's sent to every receiver: a text frame of RFC 6455, section 5.2, of an Engine.IO message (4), of a
 * Socket.IO event (2).
 * @param json the payload
 */
export function frameOf(event: string, json: string): Buffer {
  const payload = `42[${JSON.stringify(event)},${json}]`;
  const length = Buffer.byteLength(payload);
  const headLength = 2 + extendedLength(length);
  const frame = Buffer.allocUnsafe(headLength + length);
  frame[0] = 0x81;
  if (headLength === 2) {
    frame[1] = length;
  } else if (headLength === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(payload, headLength);
  return frame;
}

/** Bytes the length takes in addition to a frame's first two. */
function extendedLength(length: number): 0 | 2 | 8 {
  if (length < 126) return 0;
  return length < 65_536 ? 2 : 8;
}
