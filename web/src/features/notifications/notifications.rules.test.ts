import type { Notification } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { expect, it } from 'vitest';
import {
  isForTeam,
  listed,
  piecesOf,
  rowsOf,
  unreadIn,
  withNewest,
  withRead,
} from '#features/notifications/notifications.rules.ts';
import { makeNotification } from '#test/factories.ts';

const actor = (username: string, name: string | null = null) => ({ username, name, profile_path: '' });

it('a notification that has grown replaces the previous one, on top', () => {
  const [one, two] = [makeNotification({ group: 'vote:1' }), makeNotification({ group: 'vote:2' })];
  const grown = makeNotification({ group: 'vote:1' });
  const pages = withNewest(
    [
      { notifications: [two], unread: 2 },
      { notifications: [one], unread: 2 },
    ],
    grown,
  );
  expect(listed(pages)).toEqual([grown, two]);
});

it('a list whose pages overlap shows each notification once, the newer one', () => {
  const [old, grown] = [makeNotification({ group: 'vote:1' }), makeNotification({ group: 'vote:1' })];
  expect(
    listed([
      { notifications: [grown], unread: 1 },
      { notifications: [old], unread: 1 },
    ]),
  ).toEqual([grown]);
});

it('some are marked as read, or all', () => {
  const [one, two] = [makeNotification(), makeNotification()];
  const pages = [{ notifications: [one, two], unread: 2 }];
  expect(unreadIn(pages)).toBe(2);
  expect(listed(withRead(pages, new Set([one._id]))).map(({ read }) => read)).toEqual([true, false]);
  expect(unreadIn(withRead(pages))).toBe(0);
});

it('the names at the beginning of a sentence stand out, and nothing else does', () => {
  const actors = [actor('ana', 'Ana'), actor('jonas'), actor('zoe')];
  expect(piecesOf({ text: 'Ana, jonas and 4 others liked your post', actors })).toEqual([
    { text: 'Ana', isName: true },
    { text: ', ', isName: false },
    { text: 'jonas', isName: true },
    { text: ' and 4 others liked your post', isName: false },
  ]);
  expect(piecesOf({ text: 'You now have the ana role', actors: [actor('ana')] })).toEqual([
    { text: 'You now have the ana role', isName: false },
  ]);
});

it('reports and appeals are for the team', () => {
  expect([isForTeam({ type: 'report' }), isForTeam({ type: 'appeal' }), isForTeam({ type: 'vote' })]).toEqual([
    true,
    true,
    false,
  ]);
});

it('reports that wait are one row at the place of the newest, and a single one names what it is about', () => {
  const at = (_id: string, given: Partial<Notification>) =>
    makeNotification({ _id, group: `${given.type}:${_id}`, actors: [], actor: null, ...given });
  const one = at('5', { type: 'report', text: 'A post by Ana was reported', url: '/site/reports?report=5' });
  expect(rowsOf([one])).toMatchObject([{ text: one.text, url: one.url, unreadIds: ['5'] }]);
  const rows = rowsOf([
    at('6', { type: 'follow' }),
    one,
    at('4', { type: 'vote' }),
    at('3', { type: 'report', read: true }),
    at('2', { type: 'report' }),
    at('1', { type: 'report' }),
  ]);
  expect(rows.map(({ text, url, ids, unreadIds }) => ({ text, url, ids, unreadIds }))[1]).toEqual({
    text: '4 reports are waiting for you',
    url: '/site/reports',
    ids: ['5', '3', '2', '1'],
    unreadIds: ['5', '2', '1'],
  });
  expect(rows.map(({ _id }) => _id)).toEqual(['6', '5', '4']);
});
