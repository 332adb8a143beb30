import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#platform/logging/logging.ts';
import { createBus, type Notice, type Packet } from './bus.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hello: Notice = ['send', ['room'], 'receiveMessage', '{}'];

/** A process and its bus connection, controlled by hand. */
async function station() {
  const line = { isOpen: true, lastMessageAt: Number.POSITIVE_INFINITY, isAnswering: true };
  const sent: Packet[] = [];
  const got: Notice[] = [];
  const seen = { doubts: 0, warnings: 0, cutOffs: 0 };
  const log = createLog('silent');
  log.warn = () => {
    seen.warnings += 1;
  };
  let changed = () => undefined as unknown;
  let listen: (packet: Packet) => void = () => undefined;
  const bus = createBus({
    transport: {
      adapter: () => undefined,
      isOpen: () => line.isOpen,
      lastMessageAt: () => line.lastMessageAt,
      isAnswering: () => line.isAnswering,
      onChange: (listener) => {
        changed = listener;
      },
    },
    send: (packet) => void sent.push(packet),
    receive: (hear) => {
      listen = hear;
    },
    onNotices: (notices) => void got.push(...notices),
    onGap: () => {
      seen.doubts += 1;
    },
    onCutOff: () => {
      seen.cutOffs += 1;
    },
    log,
  });
  await bus.opened(0);
  const hear = (number: number, notices: Notice[] = [], isLast = false) =>
    listen({ from: 'other', number, notices, isLast });
  const lead = (isOpen: boolean) => {
    line.isOpen = isOpen;
    changed();
  };
  return { bus, line, sent, got, seen, hear, lead };
}

describe('the bus between processes', () => {
  it("batches a turn's notices and sends them before later promises continue", async () => {
    const { bus, sent } = await station();
    const before = sent.length;
    bus.publish(hello);
    bus.publish(hello);
    await Promise.resolve();
    expect(sent.slice(before).map(({ notices }) => notices)).toEqual([[hello, hello]]);
  });

  it('delivers each packet once, however often it arrives', async () => {
    const { got, hear, seen } = await station();
    for (const number of [1, 2, 2, 1, 3]) hear(number, [hello]);
    expect(got).toHaveLength(3);
    expect(seen.doubts).toBe(0);
  });

  it('reports a gap when a packet is missing', async () => {
    const { hear, seen } = await station();
    hear(1);
    hear(3);
    expect(seen.doubts).toBe(1);
  });

  it('warns about a process that goes silent, but not about one that has just started', async () => {
    const { hear, seen } = await station();
    hear(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(seen).toMatchObject({ warnings: 0, doubts: expect.toSatisfy((count: number) => count > 0) });
    for (let number = 2; number <= 70; number++) {
      hear(number);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(seen.warnings).toBe(0);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(seen.warnings).toBe(1);
  });

  it('reports a gap when a process goes silent, but not when it says goodbye', async () => {
    const silent = await station();
    silent.hear(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(silent.seen.doubts).toBeGreaterThan(0);

    const polite = await station();
    polite.hear(1);
    polite.hear(2, [], true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(polite.seen.doubts).toBe(0);
  });

  it("keeps reporting gaps while it's disconnected, keeps counting, and says when it's back", async () => {
    const { bus, sent, seen, lead } = await station();
    lead(false);
    expect(bus.isConnected).toBe(false);
    const before = sent.length;
    bus.publish(hello);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(seen.doubts).toBeGreaterThan(2);
    expect(sent).toHaveLength(before);

    const { doubts } = seen;
    lead(true);
    expect(seen.doubts).toBe(doubts + 1);
    const last = sent.at(-1)?.number ?? 0;
    bus.publish(hello);
    await Promise.resolve();
    // The others can tell from the number that something is missing.
    expect(sent.at(-1)?.number).toBeGreaterThan(last + 1);
  });

  it("reports several times a second that it's cut off, even if its transport is only silent", async () => {
    const { bus, line, seen, lead } = await station();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(seen.cutOffs).toBe(0);
    line.isAnswering = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen.cutOffs).toBeGreaterThanOrEqual(3);
    expect(bus.isConnected).toBe(true);
    line.isAnswering = true;
    lead(false);
    seen.cutOffs = 0;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen.cutOffs).toBeGreaterThanOrEqual(3);
    bus.close();
    seen.cutOffs = 0;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen.cutOffs).toBe(0);
  });
});
