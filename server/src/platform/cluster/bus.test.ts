import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#platform/logging/logging.ts';
import { createBus, type Notice, type Packet } from './bus.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hello: Notice = ['send', ['room'], 'receiveMessage', '{}'];

/** A process, and a line to it that is led by hand. */
async function station() {
  const line = { isOpen: true, heardAt: Number.POSITIVE_INFINITY };
  const sent: Packet[] = [];
  const got: Notice[] = [];
  const seen = { doubts: 0, warnings: 0 };
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
      heardAt: () => line.heardAt,
      onChange: (listener) => {
        changed = listener;
      },
    },
    send: (packet) => void sent.push(packet),
    receive: (hear) => {
      listen = hear;
    },
    onNotices: (notices) => void got.push(...notices),
    onDoubt: () => {
      seen.doubts += 1;
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
  return { bus, sent, got, seen, hear, lead };
}

describe('the line between processes', () => {
  it('gathers what a turn tells and sends it before promises that follow go on', async () => {
    const { bus, sent } = await station();
    const before = sent.length;
    bus.publish(hello);
    bus.publish(hello);
    await Promise.resolve();
    expect(sent.slice(before).map(({ notices }) => notices)).toEqual([[hello, hello]]);
  });

  it('hands on each packet once, however often it comes', async () => {
    const { got, hear, seen } = await station();
    for (const number of [1, 2, 2, 1, 3]) hear(number, [hello]);
    expect(got).toHaveLength(3);
    expect(seen.doubts).toBe(0);
  });

  it('doubts when a packet is missing', async () => {
    const { hear, seen } = await station();
    hear(1);
    hear(3);
    expect(seen.doubts).toBe(1);
  });

  it('warns of a process that falls silent, but not of one that has just started', async () => {
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

  it('doubts when a process falls silent, and not when it takes leave', async () => {
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

  it('doubts again and again while it is away, counts on, and says when it is back', async () => {
    const { bus, sent, seen, lead } = await station();
    lead(false);
    expect(bus.isUp).toBe(false);
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
    // The others see by the number that something is missing.
    expect(sent.at(-1)?.number).toBeGreaterThan(last + 1);
  });
});
