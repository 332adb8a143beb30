import { randomBytes } from 'node:crypto';
import type { Log } from '#platform/logging/logging.ts';
import type { Transport } from './transport.ts';

/** Where something stands among what is stored in a room: its number, and the one before it, 0 for none. */
export interface Place {
  readonly room: string;
  readonly id: number;
  readonly previous: number;
}

/**
 * Send an event, its payload as JSON text, to everybody in one of these rooms. `direct`: the rooms are those of people, of whose
 * sockets only those are meant that take direct messages, and those in this room. `order`: its place among what is stored. The
 * version before knows neither, and sends to all of them at once.
 */
export type SendNotice = readonly [
  'send',
  rooms: readonly string[],
  event: string,
  json: string,
  more?: { readonly direct?: string; readonly order?: Place },
];

/** What one process does to its sockets and all others have to do to theirs. */
export type Notice =
  | SendNotice
  /** Take these people out of a room; null: everybody. */
  | readonly ['leave', room: string, userIds: readonly string[] | null]
  /** Close the sockets of one session, or of all sessions of a person but one. Hashes of tokens in base64url. */
  | readonly ['end', userId: string, session: string | null, except: string | null]
  /** Make the clients of a network that wait for their log-in come back. */
  | readonly ['wake', network: string];

/** A number of notices on their way: who sent them, and the how manyth of that process this is, from 1, without a gap. */
export interface Packet {
  from: string;
  number: number;
  notices: readonly Notice[];
  /** The last one: the process ends, and nothing of it is missing. */
  isLast: boolean;
}

/** The line between the processes of one Hubbub. It may lose things, and then says so. */
export interface Bus {
  /** Hands a notice to the line before the promises of this turn go on: before any answer tells of it. Waits for nothing. */
  publish(notice: Notice): void;
  /** Whether what is published arrives. */
  readonly isUp: boolean;
  /** Resolves when the line is up, or after `patience` milliseconds. */
  opened(patience: number): Promise<void>;
  /** Takes leave of the others. */
  close(): void;
}

interface BusOptions {
  transport: Transport;
  send(packet: Packet): void;
  /** Hears of each packet of the others. */
  receive(listen: (packet: Packet) => void): void;
  /** What others want done, in their order, each once. */
  onNotices(notices: readonly Notice[]): void;
  /** Something of others may have been missed, and perhaps more than once until this is called again. */
  onDoubt(): void;
  log: Log;
}

/** Milliseconds between two packets of a process that has nothing to say. */
const beatMs = 1_000;

/** Milliseconds of silence after which the line, or another process, counts as gone. */
const silenceMs = 3_500;

/** Milliseconds for which a process that went without a word may still be at work, unable to reach the others. */
const lostMs = 10_000;

/** Milliseconds for which a process counts as starting: much to do at once, on a busy machine, keeps it from saying a word. */
const startMs = 60_000;

interface Peer {
  /** When it was first heard of. */
  since: number;
  number: number;
  heard: number;
}

/** What this process says, in numbered packets: what is published in one turn goes in one. */
function createOutbox(self: string, { transport, send: sendPacket }: BusOptions, isUp: () => boolean) {
  let waiting: Notice[] = [];
  let number = 0;

  const send = (notices: readonly Notice[], isLast = false) => {
    // Counted even if it cannot be sent: so the others notice.
    number += 1;
    if (transport.isOpen()) sendPacket({ from: self, number, notices, isLast });
  };
  const flush = () => {
    const notices = waiting;
    waiting = [];
    if (isUp()) send(notices);
    else number += 1;
  };
  return {
    send,
    publish(notice: Notice) {
      if (waiting.length === 0) queueMicrotask(flush);
      waiting.push(notice);
    },
    /** Says what is left, and that it is all. */
    close: () => send(waiting.splice(0), true),
  };
}

/** Gives all processes time in which they couldn't be heard. */
function excuse(peers: Map<string, Peer>, ms: number): void {
  const now = performance.now();
  for (const peer of peers.values()) peer.heard = Math.min(now, peer.heard + ms);
}

/** Whether a packet follows on the last one of its process; undefined: it came before, by a client that had lost its connection. */
function note(peers: Map<string, Peer>, { from, number, isLast }: Packet): boolean | undefined {
  const known = peers.get(from);
  if (known && number <= known.number) return undefined;
  const now = performance.now();
  if (isLast) peers.delete(from);
  else peers.set(from, { since: known?.since ?? now, number, heard: now });
  return number === (known?.number ?? 0) + 1;
}

/** Forgets the processes that have been silent for too long. @returns whether there were any */
function forgetSilent(peers: Map<string, Peer>, now: number, log: Log): boolean {
  const silent = [...peers].filter(([, { heard }]) => now - heard >= silenceMs);
  for (const [id, { since }] of silent) {
    peers.delete(id);
    if (now - since < startMs)
      log.info(
        { process: id },
        'another process, which has just started, is silent; pages fetch what it may have left unsaid',
      );
    else log.warn({ process: id }, 'another process went without a word; pages fetch what it may have left unsaid');
  }
  return silent.length > 0;
}

/**
 * Packets are numbered, and each process says every second how far it is: so whatever was lost on the way is noticed, by
 * whatever cause, and so is a process that died between a commit and its word about it (docs/decisions/0006).
 */
export function createBus(options: BusOptions): Bus {
  const { transport, log } = options;
  const self = randomBytes(9).toString('base64url');
  const peers = new Map<string, Peer>();
  const opened = Promise.withResolvers<void>();
  const outbox = createOutbox(self, options, () => isUp);
  let isUp = false;
  let wasUp = false;
  let isClosed = false;
  let looked = performance.now();
  /** Until when processes that went are asked about again and again. */
  let lostUntil = 0;

  const look = () => {
    if (isClosed) return;
    const now = performance.now();
    const next = transport.isOpen() && now - transport.heardAt() < silenceMs;
    if (next === isUp) return;
    isUp = next;
    if (!isUp) {
      log.warn('the other processes cannot be reached; pages fetch what is new by themselves until they can');
      return options.onDoubt();
    }
    opened.resolve();
    if (wasUp) {
      log.info('the other processes can be reached again');
      options.onDoubt();
    }
    wasUp = true;
  };

  const beat = () => {
    const now = performance.now();
    // While this process stood still it could hear nobody.
    const stoodStill = Math.max(0, now - looked - 2 * beatMs);
    looked = now;
    outbox.send([]);
    if (stoodStill > 0) return excuse(peers, stoodStill);
    look();
    if (forgetSilent(peers, now, log)) lostUntil = now + lostMs;
    if (!isUp || now < lostUntil) options.onDoubt();
  };

  options.receive((packet) => {
    if (isClosed || packet.from === self) return;
    const isNext = note(peers, packet);
    if (isNext === undefined) return;
    options.onNotices(packet.notices);
    if (!isNext) options.onDoubt();
  });

  transport.onChange(look);
  const timer = setInterval(beat, beatMs).unref();

  return {
    get isUp() {
      return isUp;
    },
    publish: outbox.publish,
    async opened(patience) {
      outbox.send([]);
      const late = setTimeout(opened.resolve, patience);
      look();
      await opened.promise;
      clearTimeout(late);
    },
    close() {
      clearInterval(timer);
      if (!isClosed) outbox.close();
      isClosed = true;
    },
  };
}
