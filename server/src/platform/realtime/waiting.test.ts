import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWaiting, holdDurationMs } from './waiting.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function waitingRoom(bounds?: { perNetwork: number; inAll: number }) {
  const closed: string[] = [];
  const waiting = createWaiting(bounds);
  return { closed, waiting, hold: (network: string, name: string) => waiting.hold(network, () => closed.push(name)) };
}

it('a connection is held for a few seconds, and then closed once', () => {
  const { closed, hold } = waitingRoom();
  hold('192.0.2.1', 'a');
  const gone = hold('192.0.2.1', 'gone before');
  gone();
  vi.advanceTimersByTime(holdDurationMs - 1);
  expect(closed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(closed).toEqual(['a']);
  vi.advanceTimersByTime(holdDurationMs);
  expect(closed).toEqual(['a']);
});

it('a network that holds too many gives up its own oldest one', () => {
  const { closed, hold } = waitingRoom({ perNetwork: 2, inAll: 10 });
  hold('2001:db8:0:1::/64', 'other');
  for (const name of ['a', 'b', 'c']) hold('192.0.2.1', name);
  expect(closed).toEqual(['a']);
});

it('when too many are held in total, the network with the most makes room', () => {
  const { closed, hold } = waitingRoom({ perNetwork: 5, inAll: 5 });
  hold('192.0.2.1', 'quiet');
  for (const name of ['a', 'b', 'c', 'd']) hold('192.0.2.2', name);
  hold('192.0.2.3', 'newcomer');
  expect(closed).toEqual(['a']);
});

it('a log-in closes what its own network holds, so that the client reconnects with the cookie', () => {
  const { closed, waiting, hold } = waitingRoom();
  hold('192.0.2.1', 'mine');
  hold('192.0.2.2', 'theirs');
  waiting.wake('192.0.2.1');
  expect(closed).toEqual(['mine']);
  vi.advanceTimersByTime(holdDurationMs);
  expect(closed).toEqual(['mine', 'theirs']);
});
