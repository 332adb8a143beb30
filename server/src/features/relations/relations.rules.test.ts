import { expect, test } from 'vitest';
import { isHiddenFrom, isInFeedOf, isVisibleTo, mayTurnAwayFrom } from './relations.rules.ts';

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

test('Nobody blocks or mutes themselves', () => {
  expect(mayTurnAwayFrom('ada', 'ada')).toBe(false);
  expect(mayTurnAwayFrom('ada', 'bob')).toBe(true);
});
