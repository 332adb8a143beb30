import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#platform/logging/logging.ts';
import { createWaking } from './waking.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function watched() {
  const added: string[] = [];
  const waking = createWaking(async (name) => void added.push(name), createLog('silent'));
  return { added, waking };
}

test('one job is added right away for all simultaneous requests, and one more for those within a moment', () => {
  const { added, waking } = watched();
  for (let n = 0; n < 5; n += 1) waking.wake('tell');
  waking.wake('other');
  vi.advanceTimersByTime(1);
  expect(added).toEqual(['tell', 'other']);
  for (let n = 0; n < 5; n += 1) waking.wake('tell');
  vi.advanceTimersByTime(990);
  expect(added).toEqual(['tell', 'other']);
  vi.advanceTimersByTime(10);
  expect(added).toEqual(['tell', 'other', 'tell']);
});

test('a job that takes long runs a tenth of the time, but is never awaited longer than five seconds', () => {
  const { added, waking } = watched();
  const waitFor = (ms: number) => {
    const before = added.length;
    waking.wake('tell');
    vi.advanceTimersByTime(ms - 1);
    expect(added).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(added).toHaveLength(before + 1);
  };
  waking.wake('tell');
  vi.advanceTimersByTime(1);
  waking.ran('tell', 200);
  waitFor(1800);
  waking.ran('tell', 60_000);
  waitFor(5000);
  waking.ran('tell', 1);
  waitFor(1000);
});

test("one that runs for long isn't followed by another that was asked for meanwhile before the pause after it", () => {
  const { added, waking } = watched();
  waking.wake('tell');
  vi.advanceTimersByTime(100);
  waking.wake('tell');
  vi.advanceTimersByTime(300);
  waking.ran('tell', 400);
  vi.advanceTimersByTime(3599);
  expect(added).toEqual(['tell']);
  vi.advanceTimersByTime(1);
  expect(added).toEqual(['tell', 'tell']);
});

test('waiting for all jobs adds those that wait for a pause to end', async () => {
  const { added, waking } = watched();
  waking.wake('tell');
  await waking.flush();
  waking.wake('tell');
  await waking.flush();
  expect(added).toEqual(['tell', 'tell']);
});

test("a job that can't be added is asked for again by the next", async () => {
  let isAway = true;
  const added: string[] = [];
  const waking = createWaking(async (name) => {
    if (isAway) throw new Error('the database is away');
    added.push(name);
  }, createLog('silent'));
  waking.wake('tell');
  await waking.flush();
  isAway = false;
  waking.wake('tell');
  await waking.flush();
  expect(added).toEqual(['tell']);
});
