import { beforeEach } from 'vitest';
import type { Clock } from '#platform/clock/clock.ts';

/** A clock that stands still until it's moved, and shows the real time again before each test. */
export interface TestClock extends Clock {
  /** @param ms milliseconds */
  advance(ms: number): void;
}

/** Call it at a file's top level. */
export function testClock(): TestClock {
  let now = new Date();
  beforeEach(() => {
    now = new Date();
  });
  return {
    now: () => now,
    advance: (ms) => {
      now = new Date(now.getTime() + ms);
    },
  };
}
