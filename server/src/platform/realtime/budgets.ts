/** What a socket may send: so much at once, and so much a second in the long run, in packets and in bytes. */
const allowed = {
  packets: { atOnce: 1_300, perSecond: 20 },
  bytes: { atOnce: 256 * 1024, perSecond: 32 * 1024 },
} as const;

/** What somebody's next sockets may send at once, for so many milliseconds after one of them was closed: coming back pays nothing. */
const afterClosed = { packets: 60, bytes: 16 * 1024, forMs: 60_000 } as const;

/** A socket that's closed again and again within that time has to wait, each time twice as long as before, in milliseconds. */
const pauses = { second: 2_000, longest: 30_000 } as const;

/** What's left for a socket, and when that was. */
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

/** Takes a packet from a budget. @param now in milliseconds; @returns whether it was left for it */
export function spend(budget: Budget, bytes: number, now: number): boolean {
  const seconds = Math.max(0, now - budget.at) / 1000;
  budget.at = now;
  budget.packets = Math.min(allowed.packets.atOnce, budget.packets + seconds * allowed.packets.perSecond) - 1;
  budget.bytes = Math.min(allowed.bytes.atOnce, budget.bytes + seconds * allowed.bytes.perSecond) - bytes;
  return budget.packets >= 0 && budget.bytes >= 0;
}

const [message, slash, comma] = [...Buffer.from('4/,')];
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Whether a packet is for another namespace than the only one: after its types and the number of attachments it names one. */
export function isForAnotherNamespace(raw: Uint8Array): boolean {
  if (raw[0] !== message) return false;
  let index = 1;
  while (isDigit(raw[index]) || raw[index] === 0x2d) index += 1;
  return raw[index] === slash && raw[index + 1] !== comma;
}

/** What the WebSocket library passes on of a packet. */
type Listener = (raw: Buffer, isBinary: boolean) => void;

/** A WebSocket as its transport listens to it. */
export interface RawSocket {
  listeners(event: 'message'): unknown[];
  removeAllListeners(event: 'message'): unknown;
  on(event: 'message', listener: Listener): unknown;
}

/** How often in a row somebody's connections were closed for what they sent, and when that was last; the latest last. */
const closings = new Map<string, { count: number; at: number }>();

/** @returns the closings that aren't long ago */
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
 * Notes that somebody's connection is being closed for what it sent.
 * @param owner whose it is: a person, or a network
 */
export function noteClosing(owner: string, now = performance.now()): void {
  const count = (closingsOf(owner, now)?.count ?? 0) + 1;
  closings.delete(owner);
  closings.set(owner, { count, at: now });
}

/** Whether somebody has come back again and again to send too much, and isn't let in for now. */
export function hasToWait(owner: string, now = performance.now()): boolean {
  const last = closingsOf(owner, now);
  if (!last || last.count < 2) return false;
  return now - last.at < Math.min(pauses.longest, pauses.second * 2 ** (last.count - 2));
}

/**
 * Puts a budget before everything that reads a socket's packets: what's beyond it, or for another namespace, is never parsed, and
 * `end` closes the connection.
 * @param owner whose socket it is: a person, or a network
 */
export function limitPackets(raw: RawSocket, owner: string, end: (limit: string) => void): void {
  const [read] = raw.listeners('message') as [Listener];
  const budget = budgetOf(owner, performance.now());
  let isOver = false;
  raw.removeAllListeners('message');
  raw.on('message', (data, isBinary) => {
    // What had already arrived when the connection was closed.
    if (isOver) return;
    const isAffordable = spend(budget, data.length, performance.now());
    if (isAffordable && !isForAnotherNamespace(data)) return read(data, isBinary);
    isOver = true;
    noteClosing(owner);
    end(isAffordable ? 'socket-namespaces' : 'socket-packets');
  });
}
