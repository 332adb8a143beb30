// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import {
  type Channel,
  listChannelMessages,
  listChannels,
} from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { joinedCommunities } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { listConversations, listMessages } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useMessagesAhead } from '#app/shell/use-messages-ahead.ts';
import { storedAnswer } from '#platform/answer-store.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeCommunity, makeConversation, makeMessage } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

afterEach(tidy);

const makeChannel = (name: string, given: Pick<Channel, 'usable' | 'read_id' | 'unread_id'>): Channel => ({
  channel_id: `id of ${name}`,
  community_id: 'lake',
  name,
  roles: [],
  topic: '',
  category: null,
  slow_mode: 0,
  slow_until: null,
  notify: 'all',
  ...given,
});

function Ahead() {
  useMessagesAhead(0);
  return null;
}

it('stores what was said last in conversations and channels, also where it was read elsewhere and nothing is new', async () => {
  const own = signIn();
  vi.stubGlobal('navigator', { ...navigator, onLine: true, serviceWorker: { controller: {} } });
  const api = fakeApi();
  const [read, isNew, closed] = [
    makeChannel('read', { usable: true, read_id: '0000000000000007', unread_id: null }),
    makeChannel('new', { usable: true, read_id: '0000000000000003', unread_id: '0000000000000008' }),
    makeChannel('closed', { usable: false, read_id: null, unread_id: null }),
  ];
  api.answer(listConversations, { conversations: [makeConversation('ada', own)], next: null });
  api.answer(joinedCommunities, { communities: [makeCommunity('lake')] });
  api.answer(listChannels, { channels: [read, isNew, closed] });
  const messages = [makeMessage({ message: 'Said before' })];
  api.answer(listMessages, { messages, revision: '1' });
  api.answer(listChannelMessages, { messages, revision: '1' });
  draw(<Ahead />);
  await waitFor(() => expect(api.asked(listMessages)).toHaveLength(1));
  const asked = () => api.asked(listChannelMessages).map(({ params, query }) => [params.channel_id, query.mark]);
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked()).toEqual([
    [isNew.channel_id, 'false'],
    [read.channel_id, 'false'],
  ]);
  await waitFor(async () =>
    expect((await storedAnswer(own.user_id, `messages ${read.channel_id}`))?.text).toContain('Said before'),
  );
});

it("waits for the worker that takes its time at somebody's first visit", async () => {
  signIn();
  let looked = 0;
  const serviceWorker = {
    get controller() {
      looked += 1;
      return looked === 1 ? null : {};
    },
  };
  vi.stubGlobal('navigator', { ...navigator, onLine: true, serviceWorker });
  const api = fakeApi();
  api.answer(listConversations, { conversations: [], next: null });
  api.answer(joinedCommunities, { communities: [] });
  draw(<Ahead />);
  await waitFor(() => expect(api.asked(listConversations)).toHaveLength(1));
});
