import { expect, test } from 'vitest';
import {
  mayDeleteNow,
  mayDeletePost,
  obstaclesToResponding,
  obstaclesToSeeing,
  saysSomething,
  seesRemovedPost,
} from './posts.rules.ts';

test('A post needs a text, unless it has a poll or a quote.', () => {
  const blank = { content: ' \n', hasPoll: false };
  expect(saysSomething({ ...blank, content: 'Hello' })).toBe(true);
  expect(saysSomething(blank)).toBe(false);
  expect(saysSomething({ ...blank, hasPoll: true })).toBe(true);
  expect(saysSomething({ ...blank, quote: '7' })).toBe(true);
});

test('A post can be deleted by its author, and in a community by holders of ban:users there.', () => {
  expect(mayDeletePost({ userId: 'ada', isModerator: false }, { author_id: 'ada' })).toBe(true);
  expect(mayDeletePost({ userId: 'bob', isModerator: false }, { author_id: 'ada' })).toBe(false);
  expect(mayDeletePost({ userId: 'bob', isModerator: true }, { author_id: 'ada' })).toBe(true);
});

test('A removed post can be deleted only by its author.', () => {
  const guard = { userId: 'bob', isModerator: true };
  expect(mayDeleteNow(guard, { author_id: 'ada', isRemoved: false })).toBe(true);
  expect(mayDeleteNow(guard, { author_id: 'ada', isRemoved: true })).toBe(false);
  expect(mayDeleteNow({ userId: 'ada', isModerator: false }, { author_id: 'ada', isRemoved: true })).toBe(true);
});

test('A post is visible to people who meet all conditions.', () => {
  const open = { isShown: true, isInOpenCommunity: true, isNotApart: true, isAuthorHere: true };
  expect(obstaclesToSeeing(open)).toEqual([]);
  expect(obstaclesToSeeing({ ...open, isShown: false })).toEqual(['removed']);
  expect(obstaclesToSeeing({ ...open, isInOpenCommunity: false, isNotApart: false })).toEqual(['community', 'apart']);
  expect(obstaclesToSeeing({ ...open, isAuthorHere: false })).toEqual(['away']);
});

test("People who see a post may vote and comment on it, unless they're banned from its community.", () => {
  const open = {
    isShown: true,
    isInOpenCommunity: true,
    isNotApart: true,
    isAuthorHere: true,
    isNotBlocked: true,
    isNotBanned: true,
  };
  expect(obstaclesToResponding(open)).toEqual([]);
  expect(obstaclesToResponding({ ...open, isNotBanned: false })).toEqual(['banned']);
  expect(obstaclesToResponding({ ...open, isNotApart: false, isNotBanned: false })).toEqual(['apart', 'banned']);
});

test("A moderator sees posts of people who blocked them, and can't vote or comment on them.", () => {
  const seen = {
    isShown: true,
    isInOpenCommunity: true,
    isNotApart: true,
    isAuthorHere: true,
    isNotBlocked: false,
    isNotBanned: true,
  };
  expect(obstaclesToSeeing(seen)).toEqual([]);
  expect(obstaclesToResponding(seen)).toEqual(['apart']);
});

test('A removed post is visible only to its author and moderators.', () => {
  const seen = (userId: string, roles: { isOnTeam?: boolean; isModerator?: boolean } = {}) =>
    seesRemovedPost({ userId, isOnTeam: false, isModerator: false, ...roles }, { author_id: 'ada' });
  expect([seen('ada'), seen('bob')]).toEqual([true, false]);
  expect([seen('bob', { isOnTeam: true }), seen('bob', { isModerator: true })]).toEqual([true, true]);
});
