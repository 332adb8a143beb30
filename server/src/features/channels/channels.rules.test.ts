import { expect, test } from 'vitest';
import {
  mayAddChannel,
  mayKnowChannel,
  mayManageChannel,
  mayManageChannels,
  mayUseChannel,
  orderWith,
  outlastsRole,
} from './channels.rules.ts';

test('Creating, changing and deleting channels needs channel:create.', () => {
  expect(mayManageChannels({ permissions: ['channel:create'] })).toBe(true);
  expect(mayManageChannels({ permissions: ['community:edit', 'post:create', 'ban:users'] })).toBe(false);
  expect(mayManageChannels({ permissions: [] })).toBe(false);
});

test('A channel is read, written and joined live only by members with one of its roles.', () => {
  expect(mayUseChannel(['user', 'gardener'], { roles: ['gardener', 'admin'] })).toBe(true);
  expect(mayUseChannel(['user'], { roles: ['gardener', 'admin'] })).toBe(false);
  expect(mayUseChannel([], { roles: ['gardener'] })).toBe(false);
});

test('A community has no more channels than the limit.', () => {
  expect(mayAddChannel(199, 200)).toBe(true);
  expect(mayAddChannel(200, 200)).toBe(false);
});

test('A channel moves to the given position; a position beyond the end is the last.', () => {
  expect(orderWith(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
  expect(orderWith(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  expect(orderWith(['a', 'b', 'c'], 'b', 99)).toEqual(['a', 'c', 'b']);
});

test("A role can't be deleted while a channel has no other role.", () => {
  expect(outlastsRole({ roles: ['host', 'user'] }, 'host')).toBe(true);
  expect(outlastsRole({ roles: ['host'] }, 'host')).toBe(false);
});

test("Members of a community see its channels' names; in a public one, so does the site's team.", () => {
  const [open, closed] = [{ visibility: 'public' }, { visibility: 'private' }] as const;
  expect(mayKnowChannel(closed, { isMember: true, isOnTeam: false })).toBe(true);
  expect(mayKnowChannel(open, { isMember: false, isOnTeam: false })).toBe(false);
  expect(mayKnowChannel(open, { isMember: false, isOnTeam: true })).toBe(true);
  expect(mayKnowChannel(closed, { isMember: false, isOnTeam: true })).toBe(false);
});

test('Nobody can give themselves access to a channel: changing one requires access or community:edit.', () => {
  const channel = { roles: ['board'] };
  const builder = { permissions: ['channel:create'], roleIds: ['builder'] } as const;
  expect(mayManageChannel(builder, channel)).toBe(false);
  expect(mayManageChannel({ ...builder, roleIds: ['builder', 'board'] }, channel)).toBe(true);
  expect(mayManageChannel({ ...builder, permissions: ['channel:create', 'community:edit'] }, channel)).toBe(true);
  expect(mayManageChannel({ permissions: ['community:edit'], roleIds: ['board'] }, channel)).toBe(false);
});
