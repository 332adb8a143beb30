import { expect, test } from 'vitest';
import { isRename, renameableAt } from './usernames.rules.ts';

const now = new Date('2026-06-30T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

test('The same name, or another case of it, changes nothing', () => {
  expect(isRename('Ada_1', 'Ada_1')).toBe(false);
  expect(isRename('Ada_1', 'aDA_1')).toBe(false);
  expect(isRename('Ada_1', 'Ada_2')).toBe(true);
});

test('A username changes at most every 30 days, the first time at any time', () => {
  expect(renameableAt({ username_changed_at: null }, now, 30)).toBeNull();
  expect(renameableAt({ username_changed_at: daysAgo(30) }, now, 30)).toBeNull();
  expect(renameableAt({ username_changed_at: daysAgo(29) }, now, 30)).toEqual(new Date('2026-07-01T12:00:00Z'));
});
