// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as channels from '@hubbub/contract/features/channels/channels.endpoints.ts';
import * as communities from '@hubbub/contract/features/communities/communities.endpoints.ts';
import * as conversations from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import ForwardDialog from '#features/conversations/ForwardDialog.tsx';
import { ForwardHost } from '#features/conversations/ForwardHost.tsx';
import { startForward } from '#features/rooms/forwarding.ts';
import { Waiting } from '#platform/errors.ts';
import { callQueued, deliver } from '#platform/outbox.ts';
import { queuedWrites } from '#platform/outbox-store.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeConversation, makeMessage } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
let own: User;
beforeEach(() => {
  api = fakeApi();
  own = signIn();
});
afterEach(tidy);

it('a message is forwarded to the conversation that one chooses', async () => {
  const message = makeMessage({ message: 'Pass this on' });
  const conversation = makeConversation('ada', own);
  api.answer(conversations.listConversations, { conversations: [conversation], next: null });
  api.answer(communities.joinedCommunities, { communities: [] });
  api.answer(conversations.sendMessage, { message });
  let isClosed = false;
  draw(
    <ForwardDialog
      message={message}
      onClose={() => {
        isClosed = true;
      }}
    />,
  );
  fireEvent.click(await screen.findByRole('button', { name: /ada/i }));
  await waitFor(() => expect(isClosed).toBe(true));
  expect(api.asked(conversations.sendMessage)).toHaveLength(1);
  expect(api.asked(channels.sendChannelMessage)).toHaveLength(0);
});

it('without a connection it waits, in order with what is written there, and is sent once', async () => {
  const conversation = makeConversation('ada', own);
  const written = { conversation: conversation._id, content: 'Look at this', client_id: 'written' };
  const write = () =>
    callQueued(conversations.sendMessage, { body: written }, 'Your message', {
      clientId: 'written',
      queue: conversation._id,
    });
  api.answer(conversations.listConversations, { conversations: [conversation], next: null });
  api.answer(communities.joinedCommunities, { communities: [] });
  const message = makeMessage({ message: 'Pass this on' });
  const onClose = vi.fn();
  draw(<ForwardDialog message={message} onClose={onClose} />);
  const choice = await screen.findByRole('button', { name: /ada/i });
  api.disconnect();
  await expect(write()).rejects.toThrow(Waiting);
  fireEvent.click(choice);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect((await queuedWrites(own.user_id)).map(({ queue }) => queue)).toEqual([conversation._id, conversation._id]);
  const before = api.asked(conversations.sendMessage).length;
  api.answer(conversations.sendMessage, { message });
  api.connect();
  await deliver();
  await waitFor(async () => expect(await queuedWrites(own.user_id)).toEqual([]));
  await deliver();
  const sent = api.asked(conversations.sendMessage).slice(before);
  expect(sent.map(({ body }) => body)).toEqual([
    written,
    { conversation: conversation._id, forward: message._id, client_id: expect.any(String) },
  ]);
});

it("a message that wasn't forwarded isn't asked about again on the next page, which may be another person's", async () => {
  api.answer(conversations.listConversations, { conversations: [], next: null });
  api.answer(communities.joinedCommunities, { communities: [] });
  const { unmount } = draw(<ForwardHost />);
  act(() => startForward(makeMessage({ message: 'Pass this on' })));
  await screen.findByRole('dialog');
  unmount();
  draw(<ForwardHost />);
  await act(async () => undefined);
  expect(screen.queryByRole('dialog')).toBeNull();
});
