import { expect, test } from 'vitest';
import {
  chosenOr,
  isHiddenFrom,
  isInFeedOf,
  isNotApart,
  isShared,
  isVisibleTo,
  mayRelateTo,
} from './relations.rules.ts';

const nobody = new Set<string>();
const block = [{ by: 'ada', of: 'bob' }];

test('Neither of two people sees the other once one of them has blocked the other', () => {
  expect(isNotApart('ada', 'bob', block)).toBe(false);
  expect(isNotApart('bob', 'ada', block)).toBe(false);
  expect(isNotApart('ada', 'cyd', block)).toBe(true);
  expect(isNotApart('cyd', 'bob', block)).toBe(true);
  expect(isNotApart('ada', 'bob', [])).toBe(true);
});

test('Nobody sees a person who is away; besides, neither of two people may have blocked the other', () => {
  const away = new Set(['cyd']);
  expect(isVisibleTo('ada', 'cyd', { blocks: [], away })).toBe(false);
  expect(isVisibleTo('ada', 'dan', { blocks: [], away })).toBe(true);
  expect(isVisibleTo('ada', 'bob', { blocks: block, away })).toBe(false);
});

test('Nothing by a muted person is in the feed of the person who muted them', () => {
  expect(isInFeedOf('ada', 'bob', { blocks: [], mutes: block, away: nobody })).toBe(false);
  expect(isInFeedOf('bob', 'ada', { blocks: [], mutes: block, away: nobody })).toBe(true);
  expect(isInFeedOf('bob', 'ada', { blocks: block, mutes: [], away: nobody })).toBe(false);
});

test('Messages are hidden only from people who blocked their sender', () => {
  expect(isHiddenFrom('ada', 'bob', block)).toBe(true);
  expect(isHiddenFrom('bob', 'ada', block)).toBe(false);
});

test('Nobody can block, mute or follow themselves', () => {
  expect(mayRelateTo('ada', 'ada')).toBe(false);
  expect(mayRelateTo('ada', 'bob')).toBe(true);
});

test('Two people see what the other has read, or whether the other is online, only if both show it and neither has blocked the other', () => {
  const ada = { id: 'ada', shows: true };
  const bob = { id: 'bob', shows: true };
  expect(isShared(ada, bob, { blocks: [], away: nobody })).toBe(true);
  expect(isShared(ada, bob, { blocks: block, away: nobody })).toBe(false);
  expect(isShared(bob, ada, { blocks: block, away: nobody })).toBe(false);
  expect(isShared(ada, { ...bob, shows: false }, { blocks: [], away: nobody })).toBe(false);
  expect(isShared({ ...ada, shows: false }, bob, { blocks: [], away: nobody })).toBe(false);
});

test("People's own privacy choices apply; until they choose, the site's defaults do", () => {
  expect(chosenOr(null, true)).toBe(true);
  expect(chosenOr(null, false)).toBe(false);
  expect(chosenOr(true, false)).toBe(true);
  expect(chosenOr(false, true)).toBe(false);
});
