import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SendNotice } from '#platform/cluster/bus.ts';
import { createLog } from '#platform/logging/logging.ts';
import { createOrder } from './order.ts';

// Created before the clock is faked because it has its own timer.
const log = createLog('silent');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process that receives one room's messages, which are `stored`. */
async function listener(stored: number[], { floor = 0, isWanted = true } = {}) {
  const heard: number[] = [];
  const database = { isThere: true, reads: 0 };
  const wanted = { isWanted };
  const order = createOrder({
    stored: {
      newest: async () => floor,
      async between(_, after, upTo, most) {
        database.reads += 1;
        if (!database.isThere) throw new Error('gone');
        return stored
          .filter((id) => id > after && id <= upTo)
          .slice(0, most)
          .map((id) => ({ id, json: String(id) }));
      },
    },
    deliver: ([, , , json]) => heard.push(Number(json)),
    isWanted: () => wanted.isWanted,
    isConnected: () => true,
    log,
  });
  await order.begin();
  const hear = (id: number, room = 'a') => {
    const place = { room, id, previous: stored[stored.indexOf(id) - 1] ?? 0 };
    order.accept(['send', ['a'], 'receiveMessage', String(id), { order: place }] satisfies SendNotice, place);
  };
  return { heard, hear, database, wanted };
}

it('A message waits for the previous one, which another process stored', async () => {
  const { heard, hear, database } = await listener([1, 2, 4, 5]);
  for (const id of [1, 4, 5]) hear(id);
  expect(heard).toEqual([1]);
  hear(2);
  expect(heard).toEqual([1, 2, 4, 5]);
  await vi.runAllTimersAsync();
  expect(database.reads).toBe(0);
});

it('Messages a killed process never announced are read from the database, and arrive once', async () => {
  const { heard, hear } = await listener([1, 2, 4, 5]);
  for (const id of [1, 5]) hear(id);
  await vi.runAllTimersAsync();
  expect(heard).toEqual([1, 2, 4, 5]);
  for (const id of [2, 4, 5]) hear(id);
  expect(heard).toEqual([1, 2, 4, 5]);
});

it('Nothing is lost while the database is away, however much is waiting', async () => {
  const stored = Array.from({ length: 1_000 }, (_, index) => index + 1);
  const { heard, hear, database } = await listener(stored);
  database.isThere = false;
  hear(1);
  for (const id of stored.slice(2)) hear(id);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(heard).toEqual([1]);
  database.isThere = true;
  await vi.runAllTimersAsync();
  expect(heard).toEqual(stored);
});

it('Messages deleted in between hold nothing up', async () => {
  const stored = [1, 2, 3, 4];
  const { heard, hear } = await listener(stored);
  hear(1);
  hear(4);
  stored.splice(1, 2);
  await vi.runAllTimersAsync();
  expect(heard).toEqual([1, 4]);
});

it("Messages stored before this process started aren't waited for", async () => {
  const { heard, hear, database } = await listener([1, 2, 3, 4], { floor: 3 });
  hear(4);
  expect(heard).toEqual([4]);
  await vi.runAllTimersAsync();
  expect(database.reads).toBe(0);
});

it('Without listeners nothing waits, and latecomers get what follows', async () => {
  const { heard, hear, wanted, database } = await listener([1, 2, 3, 4]);
  wanted.isWanted = false;
  hear(1);
  hear(3);
  wanted.isWanted = true;
  hear(4);
  hear(2);
  expect(heard).toEqual([4]);
  await vi.runAllTimersAsync();
  expect(database.reads).toBe(0);
});

it('Whatever the order of arrival, and whatever is lost, messages are delivered ascending and without gaps up to the last that arrived', async () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    let state = seed;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const stored = Array.from({ length: 30 }, (_, index) => 3 * index + 1 + Math.floor(random() * 3));
    const { heard, hear } = await listener(stored);
    const arrivals = stored
      .filter(() => random() > 0.2)
      .map((id, index) => ({ id, at: index + random() * 8 }))
      .sort((one, other) => one.at - other.at);
    for (const { id } of arrivals) {
      hear(id);
      if (random() < 0.1) await vi.advanceTimersByTimeAsync(150);
    }
    await vi.runAllTimersAsync();
    const last = Math.max(...arrivals.map(({ id }) => id));
    expect(heard, `seed ${seed}`).toEqual(stored.filter((id) => id <= last));
  }
});
