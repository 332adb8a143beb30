/** How much a socket may send: at once, and per second in the long run, in packets and in bytes. */
const allowed = {
  packets: { atOnce: 1_300, perSecond: 20 },
  bytes: { atOnce: 256 * 1024, perSecond: 32 * 1024 },
} as const;

/** How much somebody's next sockets may send at once, for `forMs` milliseconds after one was closed: reconnecting gains nothing. */
const afterClosed = { packets: 60, bytes: 16 * 1024, forMs: 60_000 } as const;

/** Milliseconds of waiting for somebody whose sockets are closed again and again: twice as long each time. */
const pauses = { second: 2_000, longest: 30_000 } as const;

/** What's left of a socket's budget, as of a moment. */
export interface Budget {
  packets: number;
  bytes: number;
  at: number;
}

export const fullBudget = (now: number): Budget => ({
  packets: allowed.packets.atOnce,
  bytes: allowed.bytes.atOnce,
  at: now,
});

/** Takes a packet from a budget. @param now in milliseconds @returns whether there was enough left */
export function spend(budget: Budget, bytes: number, now: number): boolean {
  const seconds = Math.max(0, now - budget.at) / 1000;
  budget.at = now;
  budget.packets = Math.min(allowed.packets.atOnce, budget.packets + seconds * allowed.packets.perSecond) - 1;
  budget.bytes = Math.min(allowed.bytes.atOnce, budget.bytes + seconds * allowed.bytes.perSecond) - bytes;
  return budget.packets >= 0 && budget.bytes >= 0;
}

const [message, slash, comma] = [...Buffer.from('4/,')];
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Whether a packet is for a namespace other than the only one: the name follows its types and number of attachments. */
export function isForAnotherNamespace(raw: Uint8Array): boolean {
  if (raw[0] !== message) return false;
  let index = 1;
  while (isDigit(raw[index]) || raw[index] === 0x2d) index += 1;
  return raw[index] === slash && raw[index + 1] !== comma;
}

/** A packet as the WebSocket library passes it on. */
type Listener = (raw: Buffer, isBinary: boolean) => void;

/** A WebSocket as its transport listens to it. */
export interface RawSocket {
  listeners(event: 'message'): unknown[];
  removeAllListeners(event: 'message'): unknown;
  on(event: 'message', listener: Listener): unknown;
}

/** How many times in a row each owner's connections were closed for sending too much, and when last; the latest come last. */
const closings = new Map<string, { count: number; at: number }>();

/** @returns the closings that weren't long ago */
function closingsOf(owner: string, now: number): { count: number; at: number } | undefined {
  for (const [one, { at }] of closings) {
    if (now - at < afterClosed.forMs) break;
    closings.delete(one);
  }
  const last = closings.get(owner);
  return last && now - last.at < afterClosed.forMs ? last : undefined;
}

const budgetOf = (owner: string, now: number): Budget =>
  closingsOf(owner, now) ? { packets: afterClosed.packets, bytes: afterClosed.bytes, at: now } : fullBudget(now);

/**
 * Counts that somebody's connection is being closed for sending too much.
 * @param owner a person, or a network
 */
export function noteClosing(owner: string, now = performance.now()): void {
  const count = (closingsOf(owner, now)?.count ?? 0) + 1;
  closings.delete(owner);
  closings.set(owner, { count, at: now });
}

/** Whether somebody has returned again and again to send too much, and has to wait now. */
export function hasToWait(owner: string, now = performance.now()): boolean {
  const last = closingsOf(owner, now);
  if (!last || last.count < 2) return false;
  return now - last.at < Math.min(pauses.longest, pauses.second * 2 ** (last.count - 2));
}

/**
 * Puts a budget in front of everything that reads a socket's packets: packets beyond it, or for another namespace, are never parsed, and
 * `end` closes the connection.
 * @param owner a person, or a network
 */
export function limitPackets(raw: RawSocket, owner: string, end: (limit: string) => void): void {
  const [read] = raw.listeners('message') as [Listener];
  const budget = budgetOf(owner, performance.now());
  let isOver = false;
  raw.removeAllListeners('message');
  raw.on('message', (data, isBinary) => {
    // Packets that had already arrived when the connection was closed.
    if (isOver) return;
    const isAffordable = spend(budget, data.length, performance.now());
    if (isAffordable && !isForAnotherNamespace(data)) return read(data, isBinary);
    isOver = true;
    noteClosing(owner);
    end(isAffordable ? 'socket-namespaces' : 'socket-packets');
  });
}
