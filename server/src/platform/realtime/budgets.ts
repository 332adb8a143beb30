/** What a socket may send: so much at once, and so much a second in the long run, in packets and in bytes. */
const allowed = {
  packets: { atOnce: 1_300, perSecond: 20 },
  bytes: { atOnce: 256 * 1024, perSecond: 32 * 1024 },
} as const;

/** What somebody's next sockets may send at once, for so many milliseconds after one of them was closed: coming back pays nothing. */
const afterClosed = { packets: 60, bytes: 16 * 1024, forMs: 60_000 } as const;

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

/** When somebody's connection was last closed for what it sent, the latest last. */
const closings = new Map<string, number>();

/** Forgets whose connections were closed long ago. */
function forgetClosings(now: number): void {
  for (const [owner, at] of closings) {
    if (now - at < afterClosed.forMs) return;
    closings.delete(owner);
  }
}

const budgetOf = (owner: string, now: number): Budget => {
  forgetClosings(now);
  return closings.has(owner) ? { packets: afterClosed.packets, bytes: afterClosed.bytes, at: now } : fullBudget(now);
};

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
    closings.delete(owner);
    closings.set(owner, performance.now());
    end(isAffordable ? 'socket-namespaces' : 'socket-packets');
  });
}
