// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { clearSession, onUserChange, storeUser } from '#platform/session.ts';

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

it('resets what one person has seen when another signs in, and when the session ends', () => {
  const reset = vi.fn();
  const user = onUserChange(reset);
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

it('notices a change in another tab on next use, before the storage event arrives', () => {
  const reset = vi.fn();
  const user = onUserChange(reset);
  logIn('1');
  expect(user()).toBe('1');
  localStorage.setItem('user', JSON.stringify({ user_id: '2', username: 'user2' }));
  expect(user()).toBe('2');
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  expect(reset.mock.calls).toEqual([['1'], ['2']]);
});

it("keeps what's chosen for the device, and nothing else, when the session ends", () => {
  logIn('1');
  localStorage.setItem('theme', 'light');
  localStorage.setItem('assistant:1', '[]');
  clearSession();
  expect(Object.keys(localStorage)).toEqual(['theme']);
});
