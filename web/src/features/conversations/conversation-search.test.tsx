// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { listConversations } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { searchUsers } from '@hubbub/contract/features/user-search/user-search.endpoints.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ConversationSearch } from '#features/conversations/ConversationSearch.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeConversation, makeGroup, makeSender } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
let own: User;

// Its first load takes a while, and isn't what's tested.
beforeAll(async () => void (await import('#ui/search-box/SearchBox.tsx')), 60_000);
beforeEach(() => {
  api = fakeApi();
  own = signIn();
});
afterEach(tidy);

it("what is typed filters the person's own conversations and groups, which come before the people found", async () => {
  const [bob, cleo] = [makeConversation('bob', own), makeConversation('cleo', own)];
  const trip = makeGroup(['cleo', 'dan'], own, { name: 'Bobsleigh trip' });
  api.answer(listConversations, { conversations: [trip, bob, cleo], next: null });
  const found = { ...makeSender('bobby'), name: 'Bobby', mobileNumber: '' as const };
  api.answer(searchUsers, { users: [found] });
  const onOpen = vi.fn();
  draw(<ConversationSearch onOpen={onOpen} />);
  const field = screen.getByPlaceholderText('Search');
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: 'bob' } });
  await screen.findByText('Conversations');
  const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(names()).toEqual([expect.stringContaining('Bobsleigh trip'), expect.stringContaining('@bob')]);
  expect(screen.queryByText('People')).toBeNull();
  expect(api.asked(searchUsers)).toEqual([]);

  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  await screen.findByText('People');
  expect(names()).toEqual([...names().slice(0, 2), expect.stringContaining('@bobby')]);
  fireEvent.click(screen.getByRole('option', { name: /Bobsleigh trip/ }));
  expect(onOpen).toHaveBeenCalledWith(trip._id);
});
