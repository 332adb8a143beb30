// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { redirectFrom } from '#app/guards.ts';
import { configureApi } from '#platform/api-client.ts';

const user = {
  _id: '7',
  user_id: '7',
  username: 'ada',
  name: 'Ada',
  bio: '',
  profile_path: '/a.jpg',
  show_nsfw: false,
};
const ended = { onUnauthenticated: vi.fn(), onNotActivated: vi.fn() };
const fetched = vi.fn<typeof fetch>();
let stored: Map<string, string>;

const guard = () =>
  Promise.resolve(redirectFrom('joinRoom', { pathname: '/vc/join/AbC1234', search: '?audio=0', hash: '#x' }));
const answer = (status: number, body: unknown) => fetched.mockResolvedValueOnce(Response.json(body, { status }));

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  configureApi(ended);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it('opens a protected page right away for a stored user', () => {
  stored.set('user', JSON.stringify(user));
  expect(redirectFrom('joinRoom', { pathname: '/vc/join/AbC1234', search: '', hash: '' })).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

it('without a stored user, opens it if the cookie has a session, and stores the user', async () => {
  answer(200, { user });
  await expect(guard()).resolves.toBeNull();
  expect(fetched.mock.calls[0]?.[0]).toBe('/v1/user');
  expect(JSON.parse(stored.get('user') ?? '')).toMatchObject({ username: 'ada' });
});

it.each([401, 403])('redirects to log-in, and back afterwards, when the server answers %d', async (status) => {
  answer(status, { error: 'No session' });
  await expect(guard()).resolves.toBe('/?next=%2Fvc%2Fjoin%2FAbC1234%3Faudio%3D0%23x');
  expect(ended.onUnauthenticated).not.toHaveBeenCalled();
  expect(ended.onNotActivated).not.toHaveBeenCalled();
});

it("doesn't redirect to log-in when the server can't be reached", async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(guard()).rejects.toMatchObject({ isOffline: true });
});

it('sends a stored user who opens log-in straight on', () => {
  const open = (search: string) => redirectFrom('login', { pathname: '/', search, hash: '' });
  expect(open('')).toBeNull();
  stored.set('user', JSON.stringify(user));
  expect(open('')).toBe('/feed');
  expect(open('?next=%2Fchat')).toBe('/chat');
});
