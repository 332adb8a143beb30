// @vitest-environment happy-dom
import { getProfile } from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import { followUser, listFollowers } from '@hubbub/contract/features/relations/relations.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Profile } from '#features/profiles/public.ts';
import { FollowList } from '#features/relations/public.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeUser } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

afterEach(tidy);

it("a former username's address becomes today's, and another case of today's stays", async () => {
  const api = fakeApi();
  signIn();
  const follows = { following: false, followed_by: false, follower_count: 0, following_count: 0 };
  const user = { ...makeUser({ username: 'later' }), ...follows };
  api.answer(getProfile, { user, posts: [], post_count: 0 });
  const { at, unmount } = draw(<Profile username="Earlier" isAddress />, { at: '/profile/Earlier' });
  await waitFor(() => expect(at()).toBe('/profile/later'));
  unmount();
  const other = draw(<Profile username="LATER" isAddress />, { at: '/profile/LATER' });
  await waitFor(() => expect(document.title).toContain('@later'));
  expect(other.at()).toBe('/profile/LATER');
});

it('counts who the reader follows, although their profile was read before the follow was', async () => {
  const api = fakeApi();
  signIn({ username: 'ada' });
  const person = {
    username: 'cyd',
    name: null,
    profile_path: '/profiles/default.png',
    following: false,
    followed_by: false,
  };
  api.answer(listFollowers, { users: [person], next: null });
  const following = (count: number) => {
    const follows = { following: false, followed_by: false, follower_count: 0, following_count: count };
    return { user: { ...makeUser({ username: 'ada' }), ...follows }, posts: [], post_count: 0 };
  };
  api.answer(getProfile, following(0));
  draw(
    <>
      <FollowList side="followers" username="bob" />
      <Profile username="ada" isAddress />
    </>,
  );
  await screen.findByRole('link', { name: '0 following' });
  const answer = api.hold(followUser, { following: true, follower_count: 1 });
  fireEvent.click(await screen.findByRole('button', { name: 'Follow @cyd' }));
  await screen.findByRole('button', { name: 'Following @cyd' });
  api.answer(getProfile, following(1));
  answer();
  await screen.findByRole('link', { name: '1 following' });
});
