// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  applyRead,
  applyUnreadChange,
  channelsOptions,
  readHere,
  sendRead,
  unreadOptions,
} from '#features/channels/channels.data.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { fakeApi } from '#test/fake-api.ts';

const channel = {
  channel_id: '7',
  community_id: '1',
  name: 'general',
  topic: '',
  category: null,
  slow_mode: 0,
  slow_until: null,
  roles: ['1'],
  usable: true,
  notify: 'mentions' as const,
};
const read = { ...channel, read_id: '5', unread_id: null };
const unread = { ...channel, read_id: '3', unread_id: '5' };

let api: ReturnType<typeof fakeApi>;
let close: () => void;
let client: ReturnType<typeof createQueryClient>;
beforeEach(async () => {
  api = fakeApi();
  client = createQueryClient(() => undefined);
  api.answer(endpoints.listChannels, { channels: [read] });
  close = new QueryObserver(client, channelsOptions('bees')).subscribe(() => undefined);
  await vi.waitUntil(() => shown() !== undefined);
});
afterEach(() => {
  close();
  client.clear();
});

const shown = () => client.getQueryData(channelsOptions('bees').queryKey)?.[0];

it('a channel that was made unread on another device becomes unread here', async () => {
  api.answer(endpoints.listChannels, { channels: [unread] });
  applyRead(client, '7', '3');
  await vi.waitFor(() => expect(shown()).toEqual(unread));
});

it("a mark from another device doesn't undo what was read here and is still to be reported; a later one does", async () => {
  readHere(client, '7', '6');
  applyRead(client, '7', '5');
  expect(shown()?.read_id).toBe('6');
  expect(api.asked(endpoints.listChannels)).toHaveLength(1);

  api.answer(endpoints.markChannelRead, {});
  await sendRead('7', '6');
  api.answer(endpoints.listChannels, { channels: [unread] });
  applyRead(client, '7', '3');
  await vi.waitFor(() => expect(shown()).toEqual(unread));
});

it("what was read here isn't unread again while it's still to be reported, in a channel or a thread", async () => {
  const { queryKey } = unreadOptions;
  const channels = [{ channel_id: '7', community_id: '1', community_handle: 'bees', unread: 1, mentions: 0 }];
  const threads = [{ room_id: '8', channel_id: '7', unread: 1, mentions: 0 }];
  const counts = { notifications: 0, conversations: 0, total: 0 };
  client.setQueryData(queryKey, { ...counts, channels, threads });
  const unreadRooms = () => {
    const unread = client.getQueryData(queryKey);
    return [unread?.channels.map(({ channel_id }) => channel_id), unread?.threads.map(({ room_id }) => room_id)];
  };
  readHere(client, '7', '6');
  readHere(client, '8', '6');
  expect(unreadRooms()).toEqual([[], []]);
  applyUnreadChange(client, { channels, threads });
  expect(unreadRooms()).toEqual([[], []]);

  api.answer(endpoints.markChannelRead, {});
  await Promise.all([sendRead('7', '6'), sendRead('8', '6')]);
  applyUnreadChange(client, { channels, threads });
  expect(unreadRooms()).toEqual([['7'], ['8']]);
});
