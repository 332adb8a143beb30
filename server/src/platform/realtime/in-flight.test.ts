import { expect, test } from 'vitest';
import { createInFlight } from './in-flight.ts';

test('a socket may have so many unanswered events, and another one when one is answered', () => {
  const inFlight = createInFlight(2);
  expect([inFlight.begin('a'), inFlight.begin('a'), inFlight.begin('a')]).toEqual([true, true, false]);
  expect(inFlight.begin('b')).toBe(true);
  inFlight.end('a');
  expect([inFlight.begin('a'), inFlight.begin('a')]).toEqual([true, false]);
});

test('an answer that comes after the socket has gone counts for nobody', () => {
  const inFlight = createInFlight(1);
  inFlight.begin('a');
  inFlight.forget('a');
  inFlight.end('a');
  expect([inFlight.begin('a'), inFlight.begin('a')]).toEqual([true, false]);
});
