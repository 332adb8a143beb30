// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { type Channel, readUnread } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { joinedCommunities } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Pin } from 'lucide-react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ThreadAtLink, ThreadTitle } from '#features/channels/Thread.tsx';
import { ThreadList } from '#features/channels/ThreadList.tsx';
import { RoomActions } from '#features/rooms/public.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeCommunity, makeMessage } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

const room = { room_id: 't', kind: 'thread', name: 'tea', community_handle: 'garden', channel_id: 'r' } as const;
const thread = { room_id: 't', reply_count: 3, last_at: '2026-11-28T12:00:00.000Z', authors: [] };
const tea: Channel = {
  channel_id: 'r',
  topic: '',
  category: null,
  slow_mode: 0,
  slow_until: null,
  community_id: '1',
  name: 'tea',
  roles: ['1'],
  usable: true,
  read_id: null,
  unread_id: null,
  notify: 'all',
};
const message = makeMessage({ message: 'Green or black?', thread });

it('a followed thread says what is new in it and where it is, and leads to its place beside its channel', async () => {
  api.answer(endpoints.listThreads, { threads: [{ room, message, unread: 2, mentions: 1 }], next: null });
  api.answer(readUnread, { notifications: 0, conversations: 0, channels: [], threads: [], total: 0 });
  api.answer(joinedCommunities, { communities: [makeCommunity('garden', { name: 'The community garden' })] });
  draw(<ThreadList />);
  expect(await screen.findByText('in #tea, The community garden')).toBeTruthy();
  const link = await screen.findByRole('link', { name: /Green or black\?.*3 replies.*@1 mention.*2 new/ });
  expect(link.getAttribute('href')).toBe('/communities?community=garden&channel=r&thread=t');
});

it("a link that names only a thread leads to it in its channel, and says so if it can't be seen", async () => {
  api.answer(endpoints.getThread, { thread: { room, message, unread: 0, mentions: 0, following: true } });
  const { unmount } = draw(<ThreadAtLink id="t" />);
  await waitFor(() => expect(screen.queryByText('Opening the thread…')).toBeNull());
  unmount();
  api.refuse(endpoints.getThread, 404, 'Room not found.');
  draw(<ThreadAtLink id="other" />);
  expect(await screen.findByText('Channel not found')).toBeDefined();
});

it("the header of a thread in its channel's place says what it is and where it belongs, and leads back", async () => {
  api.answer(endpoints.getThread, { thread: { room, message, unread: 0, mentions: 0, following: true } });
  draw(<ThreadTitle id="t" handle="garden" channel={tea} />);
  expect(screen.getByRole('heading', { name: 'Thread' })).toBeTruthy();
  expect(screen.getByText('# tea')).toBeTruthy();
  const back = screen.getByRole('link', { name: 'Back to # tea' });
  expect(back.getAttribute('href')).toBe('/communities?community=garden&channel=r');
  expect(await screen.findByRole('button', { name: 'Unfollow' })).toBeTruthy();
});

it("what can be done in a room's header is a menu on a phone", async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  } as never);
  const onSelect = vi.fn();
  draw(<RoomActions label="More" actions={[{ label: 'Pinned messages', icon: Pin, onSelect }]} />);
  expect(screen.queryByRole('button', { name: 'Pinned messages' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Pinned messages' }));
  expect(onSelect).toHaveBeenCalled();
});
