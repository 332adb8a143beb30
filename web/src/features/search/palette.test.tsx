// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as channels from '@hubbub/contract/features/channels/channels.endpoints.ts';
import * as communities from '@hubbub/contract/features/communities/communities.endpoints.ts';
import * as conversations from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import * as people from '@hubbub/contract/features/user-search/user-search.endpoints.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Settings } from 'lucide-react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Palette } from '#features/search/Palette.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeCommunity, makeConversation } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

const tomatoes = {
  channel_id: 'c1',
  community_id: 'garden',
  name: 'tomatoes',
  topic: '',
  category: null,
  roles: [],
  usable: true,
  slow_mode: 0,
  slow_until: null,
  read_id: null,
  unread_id: null,
  notify: 'all' as const,
};

let own: User;
let closed = 0;
beforeEach(() => {
  localStorage.clear();
  closed = 0;
  own = signIn();
  const api = fakeApi();
  const garden = makeCommunity('garden');
  api.answer(conversations.listConversations, { conversations: [makeConversation('ada', own)], next: null });
  api.answer(communities.joinedCommunities, { communities: [garden] });
  api.answer(channels.listChannels, { channels: [tomatoes] });
  api.answer(people.searchUsers, {
    users: [{ username: 'tom', name: 'Tom', profile_path: '/profiles/default.png', mobileNumber: '' }],
  });
});
afterEach(tidy);

const pages = [{ label: 'Security', to: '/settings/security', icon: Settings, hint: 'Devices' }];
const open = () =>
  draw(
    <Palette
      pages={pages}
      onClose={() => {
        closed += 1;
      }}
    />,
  );
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Go to' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const names = () => screen.getAllByRole('option').map((option) => option.textContent);
const marked = () => screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true');

it('offers the newest conversations and the actions first, and what fits once something is typed', async () => {
  open();
  await screen.findByRole('option', { name: /ada/ });
  expect(screen.getByRole('option', { name: 'New post' })).toBeDefined();
  expect(document.activeElement).toBe(field());
  type('tom');
  await screen.findByRole('option', { name: /tomatoes/ });
  await screen.findByRole('option', { name: /@tom/ });
  expect(names().at(-1)).toContain('Search for “tom”');
  expect(marked()?.textContent).toContain('tomatoes');
  expect(field().getAttribute('aria-activedescendant')).toBe(marked()?.id);
});

it('arrow keys move, Enter goes there, and it stands first the next time', async () => {
  const { at } = open();
  await screen.findByRole('option', { name: /ada/ });
  type('secu');
  await waitFor(() => expect(marked()?.textContent).toContain('Security'));
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect(marked()?.textContent).toContain('Search for');
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect([at(), closed]).toEqual(['/settings/security', 1]);
  cleanup();
  open();
  expect(names()[0]).toContain('Security');
  expect(screen.getByRole('group', { name: 'Recent' })).toBeDefined();
});

it('what fits nothing is searched for', async () => {
  const { at } = open();
  type('zzz yyy');
  await waitFor(() => expect(marked()?.textContent).toContain('Search for “zzz yyy”'));
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(at()).toBe('/search?query=zzz+yyy');
});

it('an action is done: the theme changes', async () => {
  open();
  type('light');
  fireEvent.click(await screen.findByRole('option', { name: 'Light theme' }));
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(closed).toBe(1);
});
