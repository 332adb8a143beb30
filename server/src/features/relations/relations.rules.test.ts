import { expect, test } from 'vitest';
import { chosenOr, isHiddenFrom, isInFeedOf, isShared, isVisibleTo, mayRelateTo } from './relations.rules.ts';

const block = [{ by: 'ada', of: 'bob' }];

test('Neither of two people sees the other once one of them has blocked the other', () => {
  expect(isVisibleTo('ada', 'bob', block)).toBe(false);
  expect(isVisibleTo('bob', 'ada', block)).toBe(false);
  expect(isVisibleTo('ada', 'cyd', block)).toBe(true);
  expect(isVisibleTo('cyd', 'bob', block)).toBe(true);
  expect(isVisibleTo('ada', 'bob', [])).toBe(true);
});

test('Nothing of a muted person is in the feed of whoever muted them', () => {
  expect(isInFeedOf('ada', 'bob', { blocks: [], mutes: block })).toBe(false);
  expect(isInFeedOf('bob', 'ada', { blocks: [], mutes: block })).toBe(true);
  expect(isInFeedOf('bob', 'ada', { blocks: block, mutes: [] })).toBe(false);
});

test('Messages are hidden only from whoever blocked their sender', () => {
  expect(isHiddenFrom('ada', 'bob', block)).toBe(true);
  expect(isHiddenFrom('bob', 'ada', block)).toBe(false);
});

test('Nobody blocks, mutes or follows themselves', () => {
  expect(mayRelateTo('ada', 'ada')).toBe(false);
  expect(mayRelateTo('ada', 'bob')).toBe(true);
});

test('Two people see what the other has read, or whether the other is online, only if both show it and neither has blocked the other', () => {
  const ada = { id: 'ada', shows: true };
  const bob = { id: 'bob', shows: true };
  expect(isShared(ada, bob, [])).toBe(true);
  expect(isShared(ada, bob, block)).toBe(false);
  expect(isShared(bob, ada, block)).toBe(false);
  expect(isShared(ada, { ...bob, shows: false }, [])).toBe(false);
  expect(isShared({ ...ada, shows: false }, bob, [])).toBe(false);
});

test('What somebody has chosen about their privacy holds; until then, what the site proposes', () => {
  expect(chosenOr(null, true)).toBe(true);
  expect(chosenOr(null, false)).toBe(false);
  expect(chosenOr(true, false)).toBe(true);
  expect(chosenOr(false, true)).toBe(false);
});
