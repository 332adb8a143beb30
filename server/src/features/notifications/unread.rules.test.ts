import { expect, test } from 'vitest';
import { changeOf, totalOf } from './unread.rules.ts';

const channel = (id: string, unread: number, mentions = 0) => ({
  channel_id: id,
  community_id: 'c',
  community_handle: 'club',
  unread,
  mentions,
});
const counts = {
  notifications: 2,
  conversations: 1,
  channels: [channel('a', 3, 1), channel('b', 5)],
  threads: [],
  total: 4,
};

test('the total is notifications, conversations and channels that mention the person, without counting anything twice', () => {
  expect(totalOf(counts, 0)).toBe(4);
  expect(totalOf({ ...counts, notifications: 3 }, 1)).toBe(4);
});

test('a change contains only differences, with zeros for channels that were read', () => {
  expect(changeOf(counts, counts)).toEqual({});
  expect(changeOf(counts, { ...counts, conversations: 0, total: 3 })).toEqual({ conversations: 0, total: 3 });
  expect(changeOf(counts, { ...counts, notifications: 3, channels: [channel('b', 6), channel('d', 1)] })).toEqual({
    notifications: 3,
    channels: [channel('b', 6), channel('d', 1), channel('a', 0)],
  });
});
