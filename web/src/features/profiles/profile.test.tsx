// @vitest-environment happy-dom
import { getProfile } from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import { waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Profile } from '#features/profiles/public.ts';
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
