// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { joinedCommunities } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import { listBookmarks } from '@hubbub/contract/features/search/search.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SavedMessages } from '#features/search/public.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeCommunity, makeMessage } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
  api.answer(joinedCommunities, { communities: [] });
});
afterEach(tidy);

const room = { room_id: 'r', kind: 'channel', name: 'tea', community_handle: 'garden', channel_id: null } as const;

it('a saved reply leads to its thread', async () => {
  const message = makeMessage({ message: 'Keep this' });
  const thread = { ...room, room_id: 't', kind: 'thread' as const, channel_id: 'r' };
  api.answer(listBookmarks, { messages: [{ ...message, room: thread }], next: null });
  draw(<SavedMessages />);
  const link = await screen.findByRole('link', { name: /Keep this/ });
  expect(link.getAttribute('href')).toBe(`/communities?community=garden&channel=r&thread=t&message=${message._id}`);
});

it('saved messages lead to their places, and can be taken off the list and put back', async () => {
  const message = makeMessage({ message: 'Keep this' });
  api.answer(listBookmarks, { messages: [{ ...message, room }], next: null });
  api.answer(endpoints.removeMessageBookmark, {});
  draw(<SavedMessages />);
  const link = await screen.findByRole('link', { name: /Keep this/ });
  expect(link.getAttribute('href')).toBe(`/communities?community=garden&channel=r&message=${message._id}`);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.asked(endpoints.removeMessageBookmark)).toHaveLength(1));
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-pressed')).toBe('false');
});

it("saved messages say where they're from by the community's name", async () => {
  api.answer(joinedCommunities, { communities: [makeCommunity('garden', { name: 'The community garden' })] });
  api.answer(listBookmarks, { messages: [{ ...makeMessage({ message: 'Keep this' }), room }], next: null });
  draw(<SavedMessages />);
  expect(await screen.findByText('in #tea, The community garden')).toBeTruthy();
});

it('an empty list says how to save a message, and leads to where messages are', async () => {
  api.answer(listBookmarks, { messages: [], next: null });
  draw(<SavedMessages />);
  expect(await screen.findByText('No saved messages yet')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to Messages' }).getAttribute('href')).toBe('/chat');
});
