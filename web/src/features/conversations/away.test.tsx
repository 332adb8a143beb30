// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as endpoints from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConversationPane } from '#features/conversations/ConversationPane.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeConversation } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

beforeEach(() => fakeApi().answer(endpoints.listMessages, { messages: [] }));
afterEach(tidy);

const field = () => screen.queryByRole('textbox', { name: 'Message' });

/** Opens a conversation, and notes whether its message field ever appears. */
async function open(change: { away?: true }, end: RegExp | string) {
  const api = fakeApi();
  const conversation = { ...makeConversation('ada', signIn()), ...change };
  api.answer(endpoints.listMessages, { messages: [] });
  api.answer(endpoints.listConversations, { conversations: [conversation], next: null });
  const seen: boolean[] = [];
  const watch = new MutationObserver(() => seen.push(field() !== null));
  watch.observe(document.body, { childList: true, subtree: true });
  const { _id: conversationId } = conversation;
  draw(<ConversationPane conversationId={conversationId} onBack={vi.fn()} onClosed={vi.fn()} />);
  seen.push(field() !== null);
  await screen.findByText(end);
  watch.disconnect();
  return seen;
}

it('the field never shows in a conversation with somebody who is away', async () => {
  expect(await open({ away: true }, /^They've deactivated their account for now/)).not.toContain(true);
});
