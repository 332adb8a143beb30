import { expect, test } from 'vitest';
import { createKnownUsers } from './known-users.ts';

const session = (name: string) => Buffer.from(name);

test("knows whose session it is once it's been told", () => {
  const persons = createKnownUsers();
  expect(persons.find(session('a'))).toBeUndefined();
  persons.remember(session('a'), 'ada');
  persons.remember(session('b'), 'ada');
  expect([persons.find(session('a')), persons.find(session('b'))]).toEqual(['ada', 'ada']);
});

test("forgets the oldest when there's one too many", () => {
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
