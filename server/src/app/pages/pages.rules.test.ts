import { expect, it } from 'vitest';
import { findPage, shownPage } from './pages.ts';

it('finds a page by its path and decodes its parameters; a page without parameters takes precedence', () => {
  expect(findPage('/profile/ada%20l')).toEqual({ name: 'profile', params: { username: 'ada l' } });
  expect(findPage('/profile/update')).toEqual({ name: 'updateProfile', params: {} });
  expect(findPage('/posts/7/')).toEqual({ name: 'post', params: { post_id: '7' } });
  expect(findPage('/posts/7/more')).toBeUndefined();
  expect(findPage('/nothing')).toBeUndefined();
});

it("shows log-in to strangers on every page that isn't public, and the feed instead of log-in to signed-in people", () => {
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
