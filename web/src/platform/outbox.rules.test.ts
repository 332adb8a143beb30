import { expect, it } from 'vitest';
import { isTransient, nextWrite, resendDelay } from '#platform/outbox.rules.ts';
import type { QueuedWrite } from '#platform/outbox-store.ts';

const write = (id: number, given: Partial<QueuedWrite> = {}): QueuedWrite => ({
  id,
  clientId: `${id}`,
  method: 'POST',
  address: '/',
  body: {},
  what: 'Your message',
  at: 0,
  heldUntil: 0,
  ...given,
});

it('what is sent waits for the connection and for a busy server, and is refused otherwise', () => {
  expect([0, 408, 429, 502, 503, 504].every(isTransient)).toBe(true);
  expect([400, 404, 413, 415, 422, 500].some(isTransient)).toBe(false);
});

it('what waits is tried again with growing delays, or when the server says', () => {
  expect([1, 2, 3, 9].map((failures) => resendDelay(failures, null))).toEqual([1_000, 2_000, 4_000, 30_000]);
  expect(resendDelay(1, 7)).toBe(7_000);
});

it('each queue goes out in order, skipping what was refused', () => {
  const given = { now: 10, isOurs: () => false };
  const all = [write(1, { queue: 'a', refusal: 'No' }), write(2, { queue: 'b' }), write(3, { queue: 'a' }), write(4)];
  expect(nextWrite(all, 'a', given)?.id).toBe(3);
  expect(nextWrite(all, 'b', given)?.id).toBe(2);
  expect(nextWrite(all, undefined, given)?.id).toBe(4);
  expect(nextWrite(all, 'c', given)).toBeUndefined();
});

it("nothing overtakes what another tab still sends in a queue of its own; in the shared one it isn't waited for", () => {
  const all = [
    write(1, { heldUntil: 20 }),
    write(2),
    write(3, { queue: 'a', heldUntil: 20 }),
    write(4, { queue: 'a' }),
  ];
  const given = { now: 10, isOurs: () => false };
  expect(nextWrite(all, 'a', given)).toBeUndefined();
  expect(nextWrite(all, 'a', { ...given, isOurs: ({ id }) => id === 3 })?.id).toBe(3);
  expect(nextWrite(all, undefined, given)?.id).toBe(2);
});
