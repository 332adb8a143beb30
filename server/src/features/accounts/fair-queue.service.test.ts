import { describe, expect, it, vi } from 'vitest';
import { createFairQueue, type FairQueue } from './fair-queue.service.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when told to; `started` lists what has begun, in order. */
function createWork(turns: FairQueue) {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    ask: (network: string) =>
      turns.enqueue(network, (takeTurn) =>
        takeTurn(async () => {
          started.push(network);
          await new Promise<void>((end) => ends.push(end));
        }),
      ),
    /** Ends the longest-running one, and lets the next one begin. */
    async endOne() {
      await settled();
      ends.shift()?.();
      await settled();
    },
  };
}

describe('turns', () => {
  it('Are shared evenly by networks, however many requests each has queued', async () => {
    const { started, ask, endOne } = createWork(createFairQueue(1));
    const asked = [...'aaaaaabbc'].map(ask);
    for (const _ of asked) await endOne();
    await Promise.all(asked);
    expect(started.slice(0, 5).sort()).toEqual(['a', 'a', 'b', 'b', 'c']);
    expect(started).toHaveLength(9);
  });

  it('Let a new network wait for at most two turns', async () => {
    for (const before of [3, 4]) {
      const { started, ask, endOne } = createWork(createFairQueue(1));
      const asked = [...'abcabcabcabcabc'].map(ask);
      for (let turn = 0; turn < before; turn += 1) await endOne();
      asked.push(ask('new'));
      await endOne();
      await endOne();
      expect(started).toContain('new');
      while (started.length < asked.length) await endOne();
      await endOne();
      await Promise.all(asked);
    }
  });

  it('Starve no one while new networks keep arriving', async () => {
    const { started, ask, endOne } = createWork(createFairQueue(1));
    const asked = [ask('patient'), ask('patient'), ask('patient')];
    for (let index = 0; index < 8; index += 1) {
      asked.push(ask(`new ${index}`));
      await endOne();
    }
    expect(started.filter((name) => name === 'patient')).toHaveLength(3);
    while (started.length < asked.length) await endOne();
    await endOne();
    await Promise.all(asked);
  });

  it("Let known browsers go before others in their network, and have places left when the others' are used up", async () => {
    const turns = createFairQueue(1);
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (name: string, isKnown: boolean) =>
      turns.enqueue(
        '192.0.2.1',
        (takeTurn) =>
          takeTurn(async () => {
            started.push(name);
            await new Promise<void>((end) => ends.push(end));
          }),
        { isKnown },
      );
    const asked = Array.from({ length: 32 }, (_, index) => ask(`stranger ${index}`, false));
    asked.push(ask('first known', true), ask('second known', true));
    for (let ended = 0; ended < asked.length; ended += 1) {
      await settled();
      ends.shift()?.();
    }
    await Promise.all(asked);
    expect(started.slice(0, 4)).toEqual(['stranger 0', 'first known', 'second known', 'stranger 1']);
  });

  it('Run as many at the same time as there are slots', async () => {
    const { started, ask, endOne } = createWork(createFairQueue(2));
    const asked = [...'abc'].map(ask);
    await settled();
    expect(started).toEqual(['a', 'b']);
    for (const _ of asked) await endOne();
    await Promise.all(asked);
  });

  it("Answer 429 with retry-after once a network's places are used up, and do nothing for a refused request", async () => {
    vi.useFakeTimers();
    try {
      const turns = createFairQueue(1);
      const visit = vi.fn(() => new Promise<void>(() => undefined));
      for (let n = 0; n < 32; n += 1) void turns.enqueue('192.0.2.1', visit);
      const refused = turns.enqueue('192.0.2.1', visit);
      const told = expect(refused).rejects.toMatchObject({
        status: 429,
        retryAfter: 2,
        body: { error: expect.any(String) },
      });
      await vi.advanceTimersByTimeAsync(2_000);
      await told;
      expect(visit).toHaveBeenCalledTimes(32);
      void turns.enqueue('192.0.2.2', visit);
      expect(visit).toHaveBeenCalledTimes(33);
    } finally {
      vi.useRealTimers();
    }
  });

  it('Give a place back after an error, too', async () => {
    const turns = createFairQueue(1);
    for (let time = 0; time < 40; time += 1) {
      const visit = () => turns.enqueue('192.0.2.1', (takeTurn) => takeTurn(() => Promise.reject(new Error('no'))));
      await expect(visit()).rejects.toThrow('no');
    }
  });

  it('Give each network fewer places when there are many, and always one', async () => {
    const turns = createFairQueue(1);
    const visit = vi.fn(() => new Promise<void>(() => undefined));
    for (let network = 0; network < 2_000; network += 1) void turns.enqueue(`network ${network}`, visit);
    expect(visit).toHaveBeenCalledTimes(2_000);
    void turns.enqueue('network 0', visit).catch(() => undefined);
    expect(visit).toHaveBeenCalledTimes(2_000);
  });
});
