import type { Position, Quotes, SendNotice } from '#platform/cluster/bus.ts';
import type { Log } from '#platform/logging/logging.ts';

/** Milliseconds a message waits for the previous one, which another process stored, before that's read from the database. */
const gapMs = 100;

/** Milliseconds before a failed read is retried. */
const retryMs = 1_000;

/** How many messages may be read in one query, and wait in one room: beyond that, they're dropped here and read when it's their turn. */
const atOnce = 200;

/** Rooms whose newest message is remembered: at most twice as many. */
const generation = 25_000;

interface StoredPayload {
  id: number;
  json: string;
  by?: string;
  quotes?: Quotes | undefined;
}

/** How to find what's stored. */
export interface Stored {
  /** The highest number assigned so far, in any room. */
  newest(): Promise<number>;
  /** A room's oldest messages after one number and up to another, limited to this many; `json` is the payload, `by` its author. */
  between(room: string, after: number, upTo: number, max: number): Promise<StoredPayload[]>;
}

/** Delivers what several processes have stored, in the order it's stored and without gaps. */
export interface Order {
  accept(notice: SendNotice, position: Position): void;
  /** From now on nothing is missed: everything stored earlier counts as delivered. */
  begin(): Promise<void>;
  close(): void;
}

interface Room {
  /** Everything up to this number has been delivered. */
  last: number;
  /** Not delivered yet, ascending. */
  waiting: { notice: SendNotice; position: Position }[];
  /** The newest that's known, waiting or not. */
  upTo: number;
  timer: NodeJS.Timeout | undefined;
  isReading: boolean;
}

/** The rooms whose newest message is known; the least recently active ones are forgotten. */
class Rooms {
  /** In rooms that aren't remembered, everything up to this number has been delivered. */
  floor = Number.POSITIVE_INFINITY;
  #young = new Map<string, Room>();
  #old = new Map<string, Room>();

  /** A place's room, remembered from now on. */
  at(position: Position): Room {
    const room = this.#young.get(position.room) ??
      this.#old.get(position.room) ?? {
        last: Math.min(this.floor, position.previous, position.id - 1),
        waiting: [],
        upTo: 0,
        timer: undefined,
        isReading: false,
      };
    this.#remember(position.room, room);
    return room;
  }

  all(): Room[] {
    return [this.#young, this.#old].flatMap((rooms) => [...rooms.values()]);
  }

  #remember(name: string, room: Room): void {
    if (this.#young.has(name)) return;
    if (this.#young.size >= generation) {
      for (const [kept, left] of this.#old) {
        if (left.waiting.length > 0 || left.isReading) this.#young.set(kept, left);
        else this.floor = Math.max(this.floor, left.last);
      }
      [this.#old, this.#young] = [this.#young, new Map()];
    }
    this.#old.delete(name);
    this.#young.set(name, room);
  }
}

type Forward = (room: Room, notice: SendNotice, id: number) => void;

/** Delivers everything with no gap before it. */
function releaseFrom(room: Room, forward: Forward): void {
  for (let next = room.waiting[0]; next && next.position.previous <= room.last; next = room.waiting[0]) {
    room.waiting.shift();
    if (next.position.id > room.last) forward(room, next.notice, next.position.id);
  }
  if (room.last < room.upTo) return;
  clearTimeout(room.timer);
  room.timer = undefined;
}

/** Adds a message to those waiting, in ascending order. Beyond `atOnce`, it's read when it's its turn. */
function wait(room: Room, notice: SendNotice, position: Position): void {
  room.upTo = Math.max(room.upTo, position.id);
  if (room.waiting.length >= atOnce) return;
  const after = room.waiting.findIndex((one) => one.position.id > position.id);
  room.waiting.splice(after === -1 ? room.waiting.length : after, 0, { notice, position });
}

/** The details of one payload, based on those of another one in its room. */
function aboutStored(
  { quotes: _, ...more }: NonNullable<SendNotice[4]>,
  by: string | undefined,
  quotes: Quotes | undefined,
): NonNullable<SendNotice[4]> {
  // Only where the sample names its author can a message be hidden from anyone.
  return more.by === undefined || by === undefined ? more : { ...more, by, ...(quotes && { quotes }) };
}

/**
 * Processes hear about each other's messages over the bus, so messages may arrive in a different order than they were stored in, or
 * never, if the sender was killed. A client that has seen a number only asks for what comes after it, so a later message must not
 * overtake an earlier one.
 * @param parts.isWanted whether anyone here should get it; `parts.isConnected` whether other processes can be heard
 */
export function createOrder(parts: {
  stored: Stored;
  deliver(notice: SendNotice): void;
  isWanted(notice: SendNotice): boolean;
  isConnected(): boolean;
  log: Log;
}): Order {
  const { stored, deliver, isWanted, isConnected, log } = parts;
  const rooms = new Rooms();
  let isClosed = false;

  const forward = (room: Room, notice: SendNotice, id: number) => {
    room.last = id;
    deliver(notice);
  };
  const release = (room: Room) => releaseFrom(room, forward);

  const read = async (room: Room, { notice, position }: { notice: SendNotice; position: Position }) => {
    const [kind, names, event, , more] = notice;
    while (room.last < room.upTo && !isClosed) {
      const { last, upTo } = room;
      const found = await stored.between(position.room, last, upTo, atOnce);
      for (const { id, json, by, quotes } of found) {
        const about = more && aboutStored(more, by, quotes);
        if (id > room.last) forward(room, about ? [kind, names, event, json, about] : [kind, names, event, json], id);
      }
      // Anything that's no longer there was deleted.
      if (found.length < atOnce) room.last = Math.max(room.last, upTo);
      room.waiting = room.waiting.filter((one) => one.position.id > room.last);
      release(room);
    }
  };

  const readLater = (room: Room, sample: { notice: SendNotice; position: Position }, delay: number) => {
    if (room.timer || room.isReading || isClosed) return;
    room.timer = setTimeout(async () => {
      room.timer = undefined;
      room.isReading = true;
      let hasFailed = false;
      try {
        await read(room, sample);
      } catch (error) {
        log.warn({ err: error }, "couldn't read messages that another process stored; trying again");
        hasFailed = true;
      }
      room.isReading = false;
      if (room.last < room.upTo) readLater(room, sample, hasFailed ? retryMs : gapMs);
    }, delay).unref();
  };

  const hold = (room: Room, notice: SendNotice, position: Position) => {
    wait(room, notice, position);
    readLater(room, { notice, position }, isConnected() ? gapMs : 0);
  };

  return {
    async begin() {
      rooms.floor = await stored.newest();
    },
    accept(notice, position) {
      const room = rooms.at(position);
      if (position.id <= room.last) return;
      if (!isWanted(notice)) {
        room.last = position.id;
        room.waiting = room.waiting.filter((one) => one.position.id > position.id);
        release(room);
      } else if (position.previous <= room.last) {
        forward(room, notice, position.id);
        release(room);
      } else hold(room, notice, position);
    },
    close() {
      isClosed = true;
      for (const { timer } of rooms.all()) clearTimeout(timer);
    },
  };
}
