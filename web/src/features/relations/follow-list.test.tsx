// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/relations/relations.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FollowList } from '#features/relations/FollowList.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn({ username: 'ada' });
});
afterEach(tidy);

const person = (username: string, following = false, followed_by = false) => ({
  username,
  name: null,
  profile_path: '/profiles/default.png',
  following,
  followed_by,
});
const show = (username = 'bob') => draw(<FollowList side="followers" username={username} />);

it('lists people with a button for everybody but the viewer, and says who follows them', async () => {
  api.answer(endpoints.listFollowers, {
    users: [person('ada'), person('cyd', true, true), person('dan', false, true)],
    next: null,
  });
  show();
  await screen.findByRole('button', { name: 'Following @cyd', pressed: true });
  expect(screen.getByRole('button', { name: 'Follow back @dan', pressed: false })).toBeTruthy();
  expect(screen.getAllByRole('button')).toHaveLength(2);
  expect(screen.getAllByText('Follows you')).toHaveLength(2);
});

it('shows a follow right away, and takes it back if it did not reach the server', async () => {
  api.answer(endpoints.listFollowers, { users: [person('cyd')], next: null });
  const { failures } = show();
  const button = await screen.findByRole('button', { name: 'Follow @cyd' });
  const answer = api.hold(endpoints.followUser, { following: true, follower_count: 1 });
  fireEvent.click(button);
  await screen.findByRole('button', { name: 'Following @cyd', pressed: true });
  answer();
  await waitFor(() => expect(api.asked(endpoints.followUser)).toHaveLength(1));

  api.refuse(endpoints.unfollowUser, 500, 'It broke.');
  fireEvent.click(screen.getByRole('button', { name: 'Following @cyd' }));
  await waitFor(() => expect(failures).toHaveLength(1));
  expect(await screen.findByRole('button', { name: 'Following @cyd', pressed: true })).toBeTruthy();
});

it('invites the viewer to find people when nobody follows them; an empty list of others only says so', async () => {
  api.answer(endpoints.listFollowers, { users: [], next: null });
  const { unmount, at } = show('ada');
  fireEvent.click(await screen.findByRole('link', { name: 'Find people in the feed' }));
  expect(at()).toBe('/feed');
  unmount();
  show('bob');
  await screen.findByText('No followers yet');
  expect(screen.queryByRole('link')).toBeNull();
});

it('says that a person is not there', async () => {
  api.refuse(endpoints.listFollowers, 404, 'User not found.');
  show('nobody');
  await screen.findByText('User not found');
});
