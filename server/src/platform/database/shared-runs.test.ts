import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { shareRuns } from './shared-runs.ts';

/** A run for each call, which ends when it's told to. */
function controlled() {
  const ends: ((failed?: Error) => void)[] = [];
  const run = shareRuns(
    (key: string) =>
      new Promise<string>((resolve, reject) => {
        const number = ends.length;
        ends.push((failed) => (failed ? reject(failed) : resolve(`${key} ${number}`)));
      }),
  );
  return { run, ends };
}

test('whoever asks while a run is under way shares the next one, which begins after it', async () => {
  const { run, ends } = controlled();
  const first = run('a');
  const [second, third] = [run('a'), run('a')];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await first).toBe('a 0');
  await setImmediate();
  expect(ends).toHaveLength(2);
  const fourth = run('a');
  ends[1]?.();
  expect(await Promise.all([second, third])).toEqual(['a 1', 'a 1']);
  await setImmediate();
  ends[2]?.();
  expect(await fourth).toBe('a 2');
});

test('keys have nothing to do with each other, and a failure is only for those who share its run', async () => {
  const { run, ends } = controlled();
  const [one, other, next] = [run('a'), run('b'), run('a')];
  expect(ends).toHaveLength(2);
  ends[0]?.(new Error('failed'));
  await expect(one).rejects.toThrow('failed');
  ends[1]?.();
  expect(await other).toBe('b 1');
  await setImmediate();
  ends[2]?.();
  expect(await next).toBe('a 2');
});
