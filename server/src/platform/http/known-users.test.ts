import { expect, test } from 'vitest';
import { createKnownUsers } from './known-users.ts';

const session = (name: string) => Buffer.from(name);

test("knows a session's user once it was stored", () => {
  const persons = createKnownUsers();
  expect(persons.find(session('a'))).toBeUndefined();
  persons.remember(session('a'), 'ada');
  persons.remember(session('b'), 'ada');
  expect([persons.find(session('a')), persons.find(session('b'))]).toEqual(['ada', 'ada']);
});

test('forgets the oldest beyond the maximum', () => {
  const persons = createKnownUsers(2);
  for (const name of ['a', 'b', 'b', 'c']) persons.remember(session(name), name);
  expect(['a', 'b', 'c'].map((name) => persons.find(session(name)))).toEqual([undefined, 'b', 'c']);
});

test('forgets a session that has ended', () => {
  const persons = createKnownUsers();
  persons.remember(session('a'), 'ada');
  persons.forget(session('a'));
  expect(persons.find(session('a'))).toBeUndefined();
});
