import { expect, test } from 'vitest';
import { fewMentions } from './mentions.rules.ts';

const mention = (number: number, actorId = 'ana', userId = 'bob') => ({
  type: 'mention',
  userId,
  actorId,
  subject: `post ${number}`,
});
const mentions = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => mention(from + index));

test("One person's mentions notify another up to twenty times an hour", () => {
  expect(fewMentions(mentions(0, 30), [])).toEqual(mentions(0, 20));
  expect(fewMentions(mentions(10, 30), mentions(0, 15))).toEqual([...mentions(10, 20)]);
});

test("Things they've already been notified of don't count again, and other people and things don't count at all", () => {
  const known = mentions(0, 20);
  const others = [mention(30, 'cyd'), mention(30, 'ana', 'dan'), { ...mention(31), type: 'reply' }];
  expect(fewMentions([mention(3), mention(30), ...others], known)).toEqual([mention(3), ...others]);
});
