import { expect, test } from 'vitest';
import { mayAddChannel, mayCreateChannel, mayUseChannel } from './channels.rules.ts';

test('Creating a channel needs channel:create.', () => {
  expect(mayCreateChannel({ permissions: ['channel:create'] })).toBe(true);
  expect(mayCreateChannel({ permissions: ['community:edit', 'post:create', 'ban:users'] })).toBe(false);
  expect(mayCreateChannel({ permissions: [] })).toBe(false);
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
