import { expect, test } from 'vitest';
import { createInFlight } from './in-flight.ts';

test('a socket may have a limited number of unanswered events, and one more as soon as one is answered', () => {
  const inFlight = createInFlight(2);
  expect([inFlight.begin('a'), inFlight.begin('a'), inFlight.begin('a')]).toEqual([true, true, false]);
  expect(inFlight.begin('b')).toBe(true);
  inFlight.end('a');
  expect([inFlight.begin('a'), inFlight.begin('a')]).toEqual([true, false]);
});

test("an answer that arrives after the socket has gone isn't counted", () => {
  const inFlight = createInFlight(1);
  inFlight.begin('a');
  inFlight.forget('a');
  inFlight.end('a');
  expect([inFlight.begin('a'), inFlight.begin('a')]).toEqual([true, false]);
});
