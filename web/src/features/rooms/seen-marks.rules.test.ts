import { expect, it } from 'vitest';
import { seenByMembers, seenMessage } from '#features/rooms/seen-marks.rules.ts';
import { makeSender } from '../../../test/factories.ts';

const own = { ...makeSender('me'), _id: 'me' };
const other = { ...makeSender('ada'), _id: 'ada' };
const messages = [
  { _id: '01', sender: own },
  { _id: '02', sender: other },
  { _id: '03', sender: own },
  { _id: '04', sender: own },
];

it('marks the last own message that the other person has read', () => {
  expect(seenMessage(messages, 'me', '03')).toBe('03');
  expect(seenMessage(messages, 'me', '09')).toBe('04');
});

it("marks nothing if the other person has replied since, or hasn't read anything", () => {
  expect(seenMessage(messages, 'me', '02')).toBeUndefined();
  expect(seenMessage(messages.slice(0, 2), 'me', '01')).toBeUndefined();
  expect(seenMessage(messages.slice(0, 1), 'me', '00')).toBeUndefined();
});

it("marks nothing if the two don't share what they've read", () => {
  expect(seenMessage(messages, 'me', null)).toBeUndefined();
});

it('marks in a group the last message that each member has read, unless they wrote it', () => {
  const readers = [
    { username: 'ada', readId: '03' },
    { username: 'bob', readId: '03' },
    { username: 'cyd', readId: null },
    { username: 'me', readId: '02' },
  ];
  const seen = seenByMembers(messages, readers);
  expect([...seen].map(([id, by]) => [id, by.map(({ username }) => username)])).toEqual([['03', ['ada', 'bob']]]);
});
