// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { getCard } from '@hubbub/contract/features/conversations/card.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CardHost } from '#app/shell/CardHost.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeUser } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

const follows = { following: false, followed_by: false, follower_count: 0, following_count: 0 };
const user = { ...makeUser({ username: 'bea', bio: 'Bakes bread' }), ...follows };
const none = { message: false, call: false, follow: true, give_roles: [], mute: true, ban: false };

const page = (
  <main>
    <Link to="/profile/bea" data-card>
      in a chat
    </Link>
    <Link to="/profile/bea">in a feed</Link>
    <CardHost />
  </main>
);

it('a click on a name in a chat opens the card, with only what the viewer may do', async () => {
  const communities = [{ community_handle: 'garden', name: 'Garden', profile_path: '' }];
  api.answer(getCard, { user, roles: [], communities, abilities: none });
  draw(page);
  fireEvent.click(screen.getByRole('link', { name: 'in a chat' }));
  const card = await screen.findByRole('dialog', { name: 'About bea' });
  await screen.findByText('Bakes bread');
  expect(screen.getByRole('button', { name: 'Follow @bea' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Garden' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Message' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Ban' })).toBeNull();
  fireEvent.keyDown(card, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('hidden people have no card', async () => {
  api.refuse(getCard, 404, 'User not found.');
  draw(page);
  fireEvent.click(screen.getByRole('link', { name: 'in a chat' }));
  expect(await screen.findByText('User not found')).toBeDefined();
});

it('in a feed a click leads to the profile', () => {
  draw(page);
  fireEvent.click(screen.getByRole('link', { name: 'in a feed' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.asked(getCard)).toHaveLength(0);
});
