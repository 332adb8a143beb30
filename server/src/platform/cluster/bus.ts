import { randomBytes } from 'node:crypto';
import type { Log } from '#platform/logging/logging.ts';
import type { Transport } from './transport.ts';

/** A message's position in a room: its number, and the previous one's, 0 if there's none. */
export interface Position {
  readonly room: string;
  readonly id: number;
  readonly previous: number;
}

/** The quoted author, and the payload for people who hide them. The previous version sends everyone the same. */
export interface Quotes {
  readonly by: string;
  readonly json: string;
  /** People who can't see the quoted message; they get the same payload. */
  readonly lacking?: readonly string[];
}

/**
 * Send an event, its payload as JSON text, to everyone in one of these rooms. `direct`: the rooms are users' own; only their sockets that
 * receive direct messages are meant, plus the sockets in this room. `order`: the message's position. `by`: the author; people who hide them
 * get it marked or, if it's only passing (such as typing), not at all, like the author. A version that doesn't know a field sends to all of
 * them.
 */
export type SendNotice = readonly [
  'send',
  rooms: readonly string[],
  event: string,
  json: string,
  more?: {
    readonly direct?: string;
    readonly order?: Position;
    readonly by?: string;
    readonly isPassing?: true;
    readonly quotes?: Quotes;
    /** A person who doesn't get it. */
    readonly except?: readonly string[];
  },
];

/** A notice from one process to all others, as JSON text. */
export type SignalNotice = readonly ['signal', name: string, json: string];

/** What one process does to its sockets and all others must do to theirs, or an event to send. */
export type Notice =
  | SendNotice
  | SignalNotice
  /** Remove these users from a room; null: everyone. */
  | readonly ['leave', room: string, userIds: readonly string[] | null]
  /** Close one session's sockets, or those of all but one of a user's sessions. Token hashes in base64url. */
  | readonly ['end', userId: string, session: string | null, except: string | null]
  /** A person hides an author from now on, or no longer does. The previous version takes it for a network with nobody waiting. */
  | readonly ['hide', userId: string, authorId: string, isHidden: boolean]
  /** Check again who may be in a room; others get an event, its payload as JSON text, and are removed. */
  | readonly ['review', room: string, event: string, json: string]
  /** Make a network's clients that are waiting to log in reconnect. */
  | readonly ['wake', network: string];

/** A batch of notices: who sent it, and its sequence number in that process, from 1, without gaps. */
export interface Packet {
  from: string;
  number: number;
  notices: readonly Notice[];
  /** The last one: the process is shutting down, and nothing is missing. */
  isLast: boolean;
}

/** The bus between one Hubbub's processes. It may lose packets, and says when it has. */
export interface Bus {
  /** Sends a notice before this turn's promises continue, and so before any response reflects it. Doesn't wait for anything. */
  publish(notice: Notice): void;
  /** Whether published notices arrive. */
  readonly isConnected: boolean;
  /** Resolves when the bus is connected, or after `timeoutMs` milliseconds. */
  opened(timeoutMs: number): Promise<void>;
  /** Says goodbye to the others. */
  close(): void;
}

interface BusOptions {
  transport: Transport;
  send(packet: Packet): void;
  /** Receives each packet from the others. */
  receive(listen: (packet: Packet) => void): void;
  /** Notices from other processes, in their order, each exactly once. */
  onNotices(notices: readonly Notice[]): void;
  /** Notices from others may have been missed, and further ones may be until this is called again. */
  onGap(): void;
  /** Called repeatedly while notices from others may not be arriving. */
  onCutOff(): void;
  log: Log;
}

/** Milliseconds between an idle process's packets. */
const heartbeatMs = 1_000;

/** Milliseconds between two calls of `onCutOff`: a session ended elsewhere must end here within a second. */
const cutOffMs = 300;

/** Milliseconds of silence after which the bus, or another process, counts as gone. */
const silenceMs = 3_500;

/** Milliseconds for which a process that vanished without a goodbye may still be running, unable to reach the others. */
const lostMs = 10_000;

/** Milliseconds for which a process counts as starting: on a busy machine, startup work may keep it silent. */
const startMs = 60_000;

interface Peer {
  /** When it was first heard from. */
  since: number;
  number: number;
  lastSeenAt: number;
}

/** Publishes this process's notices in numbered packets, one per turn of the event loop. */
function createOutbox(self: string, { transport, send: sendPacket }: BusOptions, isConnected: () => boolean) {
  let waiting: Notice[] = [];
  let number = 0;

  const send = (notices: readonly Notice[], isLast = false) => {
    // Counted even if it can't be sent, so that the others notice.
    number += 1;
    if (transport.isOpen()) sendPacket({ from: self, number, notices, isLast });
  };
  const flush = () => {
    const notices = waiting;
    waiting = [];
    if (isConnected()) send(notices);
    else number += 1;
  };
  return {
    send,
    publish(notice: Notice) {
      if (waiting.length === 0) queueMicrotask(flush);
      waiting.push(notice);
    },
    /** Sends what's left and marks it as the last packet. */
    close: () => send(waiting.splice(0), true),
  };
}

/** Gives all processes extra time, because they couldn't be heard for a while. */
function extendDeadlines(peers: Map<string, Peer>, ms: number): void {
  const now = performance.now();
  for (const peer of peers.values()) peer.lastSeenAt = Math.min(now, peer.lastSeenAt + ms);
}

/**
 * Whether a packet directly follows the last one from its process; undefined: it's a duplicate from a client that had lost its
 * connection.
 */
function recordPacket(peers: Map<string, Peer>, { from, number, isLast }: Packet): boolean | undefined {
  const known = peers.get(from);
  if (known && number <= known.number) return undefined;
  const now = performance.now();
  if (isLast) peers.delete(from);
  else peers.set(from, { since: known?.since ?? now, number, lastSeenAt: now });
  return number === (known?.number ?? 0) + 1;
}

/** Removes processes that have been silent for too long. @returns whether there were any */
function removeSilentPeers(peers: Map<string, Peer>, now: number, log: Log): boolean {
  const silent = [...peers].filter(([, { lastSeenAt }]) => now - lastSeenAt >= silenceMs);
  for (const [id, { since }] of silent) {
    peers.delete(id);
    if (now - since < startMs)
      log.info(
        { process: id },
        'another process that just started is silent; pages fetch what it may not have announced',
      );
    else log.warn({ process: id }, 'another process disappeared; pages fetch what it may not have announced');
  }
  return silent.length > 0;
}

/**
 * Packets are numbered, and each process announces its latest number every second. That reveals anything lost on the way, whatever the
 * cause, as well as a process that died between a commit and its notice (docs/decisions/0006).
 */
export function createBus(options: BusOptions): Bus {
  const { transport, log } = options;
  const self = randomBytes(9).toString('base64url');
  const peers = new Map<string, Peer>();
  const opened = Promise.withResolvers<void>();
  const outbox = createOutbox(self, options, () => isConnected);
  let isConnected = false;
  let wasConnected = false;
  let isClosed = false;
  let heartbeatAt = performance.now();
  /** Until when to keep reporting gaps after a process vanished. */
  let reportGapsUntil = 0;

  const checkConnection = () => {
    if (isClosed) return;
    const now = performance.now();
    const next = transport.isOpen() && now - transport.lastMessageAt() < silenceMs;
    if (next === isConnected) return;
    isConnected = next;
    if (!isConnected) {
      log.warn("can't reach the other processes; until that works, pages fetch what's new themselves");
      return options.onGap();
    }
    opened.resolve();
    if (wasConnected) {
      log.info('reached the other processes again');
      options.onGap();
    }
    wasConnected = true;
  };

  const heartbeat = () => {
    const now = performance.now();
    // While this process was stalled, it couldn't hear anyone.
    const stalledMs = Math.max(0, now - heartbeatAt - 2 * heartbeatMs);
    heartbeatAt = now;
    outbox.send([]);
    if (stalledMs > 0) return extendDeadlines(peers, stalledMs);
    checkConnection();
    if (removeSilentPeers(peers, now, log)) reportGapsUntil = now + lostMs;
    if (!isConnected || now < reportGapsUntil) options.onGap();
  };

  options.receive((packet) => {
    if (isClosed || packet.from === self) return;
    const isNext = recordPacket(peers, packet);
    if (isNext === undefined) return;
    options.onNotices(packet.notices);
    if (!isNext) options.onGap();
  });

  transport.onChange(checkConnection);
  const timer = setInterval(heartbeat, heartbeatMs).unref();
  const watch = setInterval(() => {
    if (!isConnected || !transport.isAnswering()) options.onCutOff();
  }, cutOffMs).unref();

  return {
    get isConnected() {
      return isConnected;
    },
    publish: outbox.publish,
    async opened(timeoutMs) {
      outbox.send([]);
      const late = setTimeout(opened.resolve, timeoutMs);
      checkConnection();
      await opened.promise;
      clearTimeout(late);
    },
    close() {
      clearInterval(timer);
      clearInterval(watch);
      if (!isClosed) outbox.close();
      isClosed = true;
    },
  };
}
