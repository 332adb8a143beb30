import { describe, expect, it } from 'vitest';
import { reconnectAttempts, reconnectDelay } from '#platform/socket.rules.ts';

describe('a lost connection', () => {
  it('is retried ten times, and then waits for the network, the tab or a person', () => {
    expect(reconnectDelay(reconnectAttempts, 1)).toBe(5_000);
    expect(reconnectDelay(reconnectAttempts + 1, 1)).toBeNull();
  });

  it('is retried with growing delays, up to five seconds', () => {
    expect([1, 2, 3, 4, 5].map((attempt) => reconnectDelay(attempt, 1))).toEqual([500, 1_000, 2_000, 4_000, 5_000]);
  });

  it('is retried with jitter, so that not everyone reconnects at the same time', () => {
    expect(reconnectDelay(3, 0)).toBe(1_000);
    expect(reconnectDelay(3, 0.5)).toBe(1_500);
  });
});
