// @vitest-environment happy-dom
import { listConversations, listMessages } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { readSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import type { PageName } from '@hubbub/contract/platform/pages.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CurrentPage } from '#app/current-page.ts';
import ChatPage from '#app/pages/ChatPage.tsx';
import { Shell } from '#app/shell/Shell.tsx';
import { Workspace } from '#app/shell/Workspace.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeConversation, makeSite } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';
import { Dialog } from '#ui/dialog/Dialog.tsx';

afterEach(tidy);

const listeners = new Set<() => void>();

/** Answers questions about the window's width, as CSS would, and says when the answers change. */
function resize(width: number): void {
  const wideEnough = (query: string) => {
    const [, size = '', unit] = /min-width: ([\d.]+)(px|rem)/.exec(query) ?? [];
    return size !== '' && width >= Number(size) * (unit === 'rem' ? 16 : 1);
  };
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: wideEnough(query),
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  }));
  for (const listener of listeners) listener();
}

const drawFrame = (page: PageName) =>
  draw(
    <CurrentPage value={page}>
      <Shell />
    </CurrentPage>,
  );

it("the drawing of the log-in page that a worker's page brings along is gone once the app is there", () => {
  fakeApi().answer(readSite, { site: makeSite() });
  resize(390);
  document.body.insertAdjacentHTML('beforeend', '<div id="first-screen" inert><a href="/">Log in</a></div>');
  signIn();
  drawFrame('feed');
  expect(document.getElementById('first-screen')).toBeNull();
});

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

it.each([
  [390, 1024],
  [1024, 390],
])(
  'when a device is turned from %i px to %i px, screen readers find nothing of a community behind a dialog',
  async (before, after) => {
    fakeApi().answer(readSite, { site: makeSite() });
    signIn();
    resize(before);
    const part = (name: string) => <button type="button">{name}</button>;
    draw(
      <>
        <Workspace
          leadsBack={false}
          rail={() => part('Rail')}
          sidebar={part('Sidebar')}
          title={part('Title')}
          members={part('Member')}
          panel="channels"
          onPanel={vi.fn()}
          onBack={vi.fn()}
          writing={false}
        >
          {/* Dialogs leave what's read out by itself as it is, and so all around it. */}
          <p aria-live="polite">A new message</p>
        </Workspace>
        <Dialog open onOpenChange={vi.fn()} title="Create a channel">
          {part('Create')}
        </Dialog>
      </>,
    );
    const found = () =>
      screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);
    await screen.findByRole('dialog');
    expect(found()).toEqual(['Close', 'Create']);
    act(() => resize(after));
    expect(found()).toEqual(['Close', 'Create']);
    expect(screen.queryByRole('navigation')).toBeNull();
  },
);
