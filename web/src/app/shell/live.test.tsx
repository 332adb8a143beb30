// @vitest-environment happy-dom
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readUnread } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { getThread } from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import type { Window as TestWindow } from 'happy-dom';
import { Server } from 'socket.io';
import { afterEach, expect, it, vi } from 'vitest';
import Live from '#app/shell/Live.tsx';
import { Thread } from '#features/channels/Thread.tsx';
import { useMarks } from '#platform/marks.ts';
import { connection, onServerEvent } from '#platform/socket.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeMessage, makeSender } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';
import { currentToasts } from '#ui/toast/toasts.ts';

const RealSocket = WebSocket;
afterEach(tidy);

/** A server that a page connects to. */
async function startServer() {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'] });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  (window as unknown as TestWindow).happyDOM.setURL(`http://127.0.0.1:${port}/feed`);
  return { io, [Symbol.asyncDispose]: () => io.close() };
}

function Badges() {
  const { notifications, conversations, channels } = useMarks();
  return <p>{[notifications, conversations, channels.get('7') ?? 0].join(', ')}</p>;
}

it('every badge shows what the server counts, and what it counts from then on', async () => {
  await using server = await startServer();
  const api = fakeApi();
  vi.stubGlobal('WebSocket', RealSocket);
  signIn();
  const channel = { channel_id: '70', community_id: '7', community_handle: 'club', unread: 4, mentions: 0 };
  api.answer(readUnread, { notifications: 2, conversations: 1, channels: [channel], threads: [], total: 3 });
  const { client } = draw(
    <>
      <Live />
      <Badges />
    </>,
  );
  expect(await screen.findByText('2, 1, 1')).toBeTruthy();
  await waitFor(() => expect([connection(), client.isFetching()]).toEqual(['online', 0]));
  server.io.emit('unreadChanged', { conversations: 3, total: 5 });
  expect(await screen.findByText('2, 3, 1')).toBeTruthy();
  server.io.emit('unreadChanged', { notifications: 0, channels: [{ ...channel, unread: 0 }], total: 3 });
  expect(await screen.findByText('0, 3, 0')).toBeTruthy();
});

it('a reply that comes while a thread is still loading counts in the number above its replies', async () => {
  await using server = await startServer();
  const api = fakeApi();
  vi.stubGlobal('WebSocket', RealSocket);
  signIn();
  const room = { room_id: 't', kind: 'thread', name: 'tea', community_handle: 'garden', channel_id: 'r' } as const;
  const withReplies = (count: number) => ({
    thread: {
      room,
      message: makeMessage({
        _id: '0000000000000001',
        thread: { room_id: 't', reply_count: count, last_at: '2026-11-28T12:00:00.000Z', authors: [] },
      }),
      unread: 0,
      mentions: 0,
      following: true,
    },
  });
  const channel = {
    ...{ channel_id: 'r', community_id: '1', name: 'general', topic: '', category: null, slow_mode: 0 },
    ...{ slow_until: null, roles: ['1'], usable: true, notify: 'all' as const, read_id: null, unread_id: null },
  };
  const arrived = vi.fn();
  onServerEvent('messageChanged', arrived);
  const release = api.hold(getThread, withReplies(3));
  draw(
    <>
      <Live />
      <Thread id="t" handle="garden" channel={channel} isWide />
    </>,
  );
  await waitFor(() => expect([connection(), api.asked(getThread).length]).toEqual(['online', 1]));
  api.answer(getThread, withReplies(4));
  server.io.emit('messageChanged', { ...withReplies(4).thread.message, change: { kind: 'thread', actor: null } });
  await waitFor(() => expect(arrived).toHaveBeenCalled());
  release();
  expect(await screen.findByText('4 replies')).toBeTruthy();
});

it('callers learn that the other person is in another call, even if their own call ended before its page opened', async () => {
  await using server = await startServer();
  const api = fakeApi();
  vi.stubGlobal('WebSocket', RealSocket);
  const { username } = signIn();
  api.answer(readUnread, { notifications: 0, conversations: 0, channels: [], threads: [], total: 0 });
  draw(<Live />);
  await waitFor(() => expect(connection()).toBe('online'));
  const callBy = (caller: string) => ({
    ...{ call_id: caller, room_id: '7', code: caller, people: [], ringing: [] },
    ...{ started_at: '2026-11-28T12:00:00.000Z', ended_at: '2026-11-28T12:00:01.000Z' },
    started_by: makeSender(caller),
  });
  for (const caller of ['cyd', username])
    server.io.emit('callChanged', { call: callBy(caller), change: 'declined', username: 'ben', reason: 'busy' });
  await waitFor(() => expect(currentToasts().map(({ text }) => text)).toEqual(['ben is in another call']));
});
