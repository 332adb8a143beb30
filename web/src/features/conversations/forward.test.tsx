// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as channels from '@hubbub/contract/features/channels/channels.endpoints.ts';
import * as communities from '@hubbub/contract/features/communities/communities.endpoints.ts';
import * as conversations from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import ForwardDialog from '#features/conversations/ForwardDialog.tsx';
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
