import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#platform/logging/logging.ts';
import { createRights } from './rights.ts';

// Created before the clock is faked because it has its own timer.
const log = createLog('silent');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process with two open sessions and a channel with two people in it. */
function startProcess(stillValid: (open: readonly string[]) => Promise<string[]>) {
  const done: unknown[] = [];
  const rooms: Record<string, string[]> = { 'session:a': ['ada'], 'session:b': ['bob'], 'channel:c': ['ada', 'bob'] };
  const rights = createRights({
    sessions: { stillValid },
    membership: {
      named: (prefix) =>
        Object.keys(rooms).flatMap((room) => (room.startsWith(prefix) ? [room.slice(prefix.length)] : [])),
      usersIn: (room) => new Set(rooms[room]),
      endRoom: (room, except) => void done.push(['end', room, except]),
      leave: (room, userIds) => void done.push(['leave', room, userIds]),
    },
    onLost: (userIds) => void done.push(['lost', userIds]),
    log,
  });
  return { rights, done };
}

test('disconnects sessions that have ended, removes people from rooms they may no longer be in, and notifies their pages', async () => {
  const { rights, done } = startProcess(async () => ['a']);
  rights.add('channel:', async (held) => held.filter(({ userId }) => userId === 'ada'));
  rights.add('meeting:', () => Promise.reject(new Error('asked about nobody')));
  rights.soon();
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual([
    ['end', 'session:b', null],
    ['leave', 'channel:c', ['ada']],
    ['lost', ['ada']],
  ]);
});

test('checks a single room at once, and returns who had to leave it', async () => {
  const { rights, done } = startProcess(async (open) => [...open]);
  rights.add('channel:', async (held) => held.filter(({ userId }) => userId === 'bob'));
  expect(await rights.review('channel:c')).toEqual(['bob']);
  expect(await rights.review('channel:none')).toEqual([]);
  expect(await rights.review('meeting:c')).toEqual([]);
  expect(done).toEqual([['leave', 'channel:c', ['bob']]]);
});

test('checks all rooms if a single one cannot be checked', async () => {
  const { rights, done } = startProcess(async (open) => [...open]);
  let looks = 0;
  rights.add('channel:', (held) => {
    looks += 1;
    return looks === 1 ? Promise.reject(new Error('away')) : Promise.resolve(held);
  });
  expect(await rights.review('channel:c')).toEqual([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual([
    ['leave', 'channel:c', ['ada']],
    ['leave', 'channel:c', ['bob']],
    ['lost', ['ada', 'bob']],
  ]);
});

test('a check that fails is retried until it succeeds, but not after closing', async () => {
  let looks = 0;
  const { rights, done } = startProcess(() => {
    looks += 1;
    return looks === 1 ? Promise.reject(new Error('away')) : Promise.resolve([]);
  });
  rights.soon();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([looks, done.length]).toEqual([2, 2]);
  rights.close();
  rights.soon();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(looks).toBe(2);
});
