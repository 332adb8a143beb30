import type { Call, CallChange } from '@hubbub/contract/features/meetings/calls.shapes.ts';
import { expect, it } from 'vitest';
import { afterCall, openedCallIn, ringsFor, toldOf } from '#features/meetings/calls.rules.ts';

const author = (username: string) => ({ username, name: null, profile_path: '/profiles/default.png' });
const makeCall = (given: Partial<Call> = {}): Call => ({
  call_id: '1',
  room_id: '2',
  code: 'call~1',
  started_by: author('ada'),
  started_at: '2026-11-28T12:00:00.000Z',
  ended_at: null,
  people: [],
  ringing: [author('bob')],
  ...given,
});

it('a call rings for the people called, until they answer on any device or it ends', () => {
  expect([ringsFor(makeCall(), 'bob'), ringsFor(makeCall(), 'ada')]).toEqual([true, false]);
  const ringing = afterCall([], makeCall(), 'bob');
  expect(ringing).toHaveLength(1);
  expect(afterCall(ringing, makeCall({ ringing: [author('eve')] }), 'bob')).toEqual([]);
  expect(afterCall(ringing, makeCall({ ended_at: '2026-11-28T12:01:00.000Z' }), 'bob')).toEqual([]);
  expect(afterCall(ringing, makeCall({ call_id: '9', ringing: [] }), 'bob')).toBe(ringing);
});

it('those in a call learn who declined, is busy, or missed it', () => {
  const told = (change: Omit<CallChange, 'call'>) => toldOf({ call: makeCall(), ...change }, (name) => name);
  expect(told({ change: 'declined', username: 'bob' })).toBe('bob declined');
  expect(told({ change: 'declined', username: 'bob', reason: 'busy' })).toBe('bob is in another call');
  expect(told({ change: 'missed', username: 'bob' })).toBe("bob didn't answer");
  expect([told({ change: 'joined', username: 'bob' }), told({ change: 'ended' })]).toEqual([null, null]);
});

it('a page that was opened by a link knows of no call', () => {
  expect([openedCallIn(null), openedCallIn({ fromList: true })]).toEqual([undefined, undefined]);
  expect(openedCallIn({ call: { roomId: '2', title: 'Bob', path: '/chat' } })?.roomId).toBe('2');
});
