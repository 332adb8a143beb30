// @vitest-environment happy-dom
import { listConversations, listMessages } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { readSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import type { PageName } from '@hubbub/contract/platform/pages.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CurrentPage } from '#app/current-page.ts';
import ChatPage from '#app/pages/ChatPage.tsx';
import { Shell } from '#app/shell/Shell.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeConversation, makeSite } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

afterEach(tidy);

/** Answers questions about the window's width, as CSS would. */
function resize(width: number): void {
  const wideEnough = (query: string) => {
    const [, size = '', unit] = /min-width: ([\d.]+)(px|rem)/.exec(query) ?? [];
    return size !== '' && width >= Number(size) * (unit === 'rem' ? 16 : 1);
  };
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: wideEnough(query),
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
}

const drawFrame = (page: PageName) =>
  draw(
    <CurrentPage value={page}>
      <Shell />
    </CurrentPage>,
  );

it.each([
  [390, 1, 'banner', 0],
  [767, 1, 'banner', 0],
  [768, 1, null, 0],
  [1279, 1, null, 0],
  [1280, 1, null, 1],
] as const)(
  'at %i px, the page has one navigation and nothing that another width shows',
  (width, menus, header, asides) => {
    fakeApi().answer(readSite, { site: makeSite() });
    signIn();
    resize(width);
    drawFrame('feed');
    expect(screen.getAllByRole('navigation', { name: 'Main' })).toHaveLength(menus);
    expect(screen.queryByRole('banner') === null ? null : 'banner').toBe(header);
    expect(screen.queryAllByRole('complementary', { name: 'Shortcuts' })).toHaveLength(asides);
  },
);

it('on a phone, a conversation that is opened by its link draws no list behind it, and Back leads to the list', async () => {
  const own = signIn();
  const bea = makeConversation('bea', own);
  const api = fakeApi();
  api.answer(readSite, { site: makeSite() });
  api.answer(listConversations, { conversations: [bea], next: null });
  api.answer(listMessages, { messages: [], revision: '0000000000000000' });
  resize(390);
  const { at } = draw(<ChatPage />, { at: `/chat?conversation=${bea._id}` });
  await screen.findByRole('heading', { name: 'bea' });
  expect(screen.queryByRole('list', { name: 'Conversations' })).toBeNull();
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Back to your conversations' }));
  await screen.findByRole('list', { name: 'Conversations' });
  expect(at()).toBe('/chat');
  screen.getByRole('navigation', { name: 'Main' });
});

it('beside each other, the list and the conversation are both there', async () => {
  const own = signIn();
  const bea = makeConversation('bea', own);
  const api = fakeApi();
  api.answer(readSite, { site: makeSite() });
  api.answer(listConversations, { conversations: [bea], next: null });
  api.answer(listMessages, { messages: [], revision: '0000000000000000' });
  resize(1024);
  draw(<ChatPage />, { at: `/chat?conversation=${bea._id}` });
  await screen.findByRole('list', { name: 'Conversations' });
  screen.getByRole('region', { name: 'Conversation' });
});
