// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as endpoints from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConversationPane } from '#features/conversations/ConversationPane.tsx';
import { ConversationPanel } from '#features/conversations/ConversationPanel.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeConversation, makeMessage, makeSender } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
let own: User;
beforeEach(() => {
  api = fakeApi();
  own = signIn();
});
afterEach(tidy);

const request = () => makeConversation('eve', own, { request: true, unread: 1 });

it('requests have a list of their own, one click away', async () => {
  api.answer(endpoints.listConversations, { conversations: [request(), makeConversation('bob', own)], next: null });
  draw(<ConversationPanel selectedId={null} onOpen={vi.fn()} onClosed={vi.fn()} />);
  await screen.findByText('Hello from bob');
  expect(screen.queryByText('Hello from eve')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /Message requests/ }));
  expect(await screen.findByText('Hello from eve')).toBeTruthy();
  expect(screen.queryByText('Hello from bob')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Back to all conversations' }));
  expect(await screen.findByText('Hello from bob')).toBeTruthy();
});

it("a request can be accepted, deleted or blocked, and its pictures aren't fetched before somebody asks for them", async () => {
  const conversation = request();
  api.answer(endpoints.listConversations, { conversations: [conversation], next: null });
  const picture = makeMessage({
    sender: makeSender('eve'),
    conversation: conversation._id,
    imageUrl: '/messages/one.webp',
  });
  api.answer(endpoints.listMessages, { messages: [picture] });
  api.answer(endpoints.acceptConversation, {});
  draw(<ConversationPane conversationId={conversation._id} onBack={vi.fn()} onClosed={vi.fn()} />);
  const accept = await screen.findByRole('button', { name: 'Accept' });
  expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Block' })).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Show picture' }));
  expect(await screen.findByRole('button', { name: 'Open picture from eve' })).toBeTruthy();
  fireEvent.click(accept);
  expect(await screen.findByRole('textbox', { name: 'Message' })).toBeTruthy();
  expect(api.asked(endpoints.acceptConversation)).toHaveLength(1);
});

it('a picture is never fetched before it is known whether its sender is a stranger', async () => {
  const conversation = request();
  const answerList = api.hold(endpoints.listConversations, { conversations: [conversation], next: null });
  const picture = makeMessage({
    sender: makeSender('eve'),
    conversation: conversation._id,
    imageUrl: '/messages/one.webp',
  });
  api.answer(endpoints.listMessages, { messages: [picture] });
  api.answer(endpoints.markConversationRead, { unread: 0 });
  const fetched: string[] = [];
  const watch = new MutationObserver(() => {
    for (const { src } of document.querySelectorAll('img')) if (src.includes('/messages/')) fetched.push(src);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  draw(<ConversationPane conversationId={conversation._id} onBack={vi.fn()} onClosed={vi.fn()} />);
  await vi.waitFor(() => expect(api.asked(endpoints.listMessages)).toHaveLength(1));
  expect(await screen.findByText('Loading messages')).toBeTruthy();
  answerList();
  expect(await screen.findByRole('button', { name: 'Show picture' })).toBeTruthy();
  watch.disconnect();
  expect(fetched).toEqual([]);
});
