import { expect, it } from 'vitest';
import { findPage, shownPage } from './pages.ts';

it('a page is found by its path, with its parameters decoded, and one without parameters comes first', () => {
  expect(findPage('/profile/ada%20l')).toEqual({ name: 'profile', params: { username: 'ada l' } });
  expect(findPage('/profile/update')).toEqual({ name: 'updateProfile', params: {} });
  expect(findPage('/posts/7/')).toEqual({ name: 'post', params: { post_id: '7' } });
  expect(findPage('/posts/7/more')).toBeUndefined();
  expect(findPage('/nothing')).toBeUndefined();
});

it('strangers see log-in on every page that is not public, and whoever is signed in sees the feed in place of log-in', () => {
  const shown = (path: string, isSignedIn: boolean) => shownPage(findPage(path), isSignedIn);
  expect(shown('/settings', false)).toBe('login');
  expect(shown('/nothing', false)).toBe('login');
  expect(shown('/', false)).toBe('login');
  expect(shown('/register/username', false)).toBe('registerUsername');
  expect(shown('/users/activate', false)).toBe('activateUser');
  expect(shown('/', true)).toBe('feed');
  expect(shown('/settings', true)).toBe('settings');
  expect(shown('/otp', true)).toBe('otp');
  expect(shown('/nothing', true)).toBeUndefined();
});
