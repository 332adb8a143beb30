// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { clearSession, followUser, storeUser } from '#platform/session.ts';

const logIn = (user_id: string) =>
  storeUser({
    _id: user_id,
    user_id,
    username: `user${user_id}`,
    name: null,
    bio: '',
    profile_path: '/p.png',
  } as never);

beforeEach(() => localStorage.clear());

it('what one person has seen is reset when another signs in, and when the session ends', () => {
  const reset = vi.fn();
  const user = followUser(reset);
  expect(user()).toBeUndefined();
  expect(reset).not.toHaveBeenCalled();
  logIn('1');
  logIn('1');
  expect(reset.mock.calls).toEqual([['1']]);
  clearSession();
  logIn('2');
  expect(reset.mock.calls).toEqual([['1'], [undefined], ['2']]);
  expect(user()).toBe('2');
});

it('a change in another tab is seen at the next use, before the browser tells of it', () => {
  const reset = vi.fn();
  const user = followUser(reset);
  logIn('1');
  expect(user()).toBe('1');
  localStorage.setItem('user', JSON.stringify({ user_id: '2', username: 'user2' }));
  expect(user()).toBe('2');
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  expect(reset.mock.calls).toEqual([['1'], ['2']]);
});
