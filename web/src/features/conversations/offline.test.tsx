// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as endpoints from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { onlineManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ConversationPane } from '#features/conversations/ConversationPane.tsx';
import { draw, goOffline, signIn, tidy } from '#test/draw.tsx';
import { makeConversation } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

afterEach(tidy);

it('a conversation that was never opened here says so offline, and opens when the connection is back', async () => {
  const api = fakeApi();
  const conversation = makeConversation('ada', signIn());
  goOffline();
  api.disconnect();
  const { container } = draw(
    <ConversationPane conversationId={conversation._id} onBack={vi.fn()} onClosed={vi.fn()} />,
  );
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain("The messages will appear when you're back online");
  expect(alert.textContent).toContain("you can only read what you've opened here before");
  expect(screen.queryByText(/^Loading/)).toBeNull();
  expect(container.querySelector('.animate-breathe')).toBeNull();

  api.connect();
  api.answer(endpoints.listConversations, { conversations: [conversation], next: null });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  act(() => {
    onlineManager.setOnline(true);
    window.dispatchEvent(new Event('online'));
  });
  await screen.findByRole('heading', { name: 'ada' });
});
