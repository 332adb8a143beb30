// @vitest-environment happy-dom
import { joinedCommunities } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/search/search.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SearchPanel } from '#features/search/SearchPanel.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeCommunity, makeMessage, makePost } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(joinedCommunities, { communities: [] });
  signIn();
});
afterEach(tidy);

const nothing = { people: [], communities: [], posts: [], comments: [], messages: [], next: {}, partial: false };
const type = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Search everything' }), { target: { value: text } });

it('what was found is marked, and a message leads to its place', async () => {
  const room = {
    room_id: 'room-1',
    kind: 'conversation' as const,
    name: 'Bob',
    community_handle: null,
    channel_id: null,
  };
  const message = { ...makeMessage({ message: 'A red fox' }), matches: [[6, 9]] as [number, number][], room };
  const post = { ...makePost({ content: 'fox' }), matches: [[0, 3]] as [number, number][] };
  api.answer(endpoints.find, { ...nothing, posts: [post], messages: [message] });
  draw(<SearchPanel />, { at: '/search' });
  type('fox');
  const found = await screen.findByRole('link', { name: /A red fox/ });
  expect(found.querySelector('mark')?.textContent).toBe('fox');
  expect(found.getAttribute('href')).toBe(`/chat?conversation=room-1&message=${message._id}`);
  expect(screen.getByRole('heading', { name: 'Posts' })).toBeTruthy();
});

it('filters are added and removed, and are part of the query', async () => {
  const asked: string[] = [];
  api.answer(endpoints.find, ({ query }) => {
    asked.push(query.query ?? '');
    return nothing;
  });
  draw(<SearchPanel />, { at: '/search' });
  fireEvent.click(screen.getByRole('button', { name: 'From' }));
  fireEvent.change(screen.getByLabelText(/A username/), { target: { value: 'ada' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('Nothing found');
  type('fox');
  await waitFor(() => expect(asked.at(-1)).toBe('fox from:ada'));
  fireEvent.click(screen.getByRole('button', { name: 'Remove the filter From: ada' }));
  await waitFor(() => expect(asked.at(-1)).toBe('fox'));
});

it('says so if only the newest were searched, and if the search fails', async () => {
  api.answer(endpoints.find, { ...nothing, partial: true });
  draw(<SearchPanel />, { at: '/search' });
  type('ox');
  await screen.findByText('Only the newest were searched.');
  api.refuse(endpoints.find, 422, 'Type what to search for.');
  type('oxen');
  await screen.findByText(/Type what to search for/);
});

it('one room can be searched alone, then everything again, and a hit is shown between its neighbors', async () => {
  const room = {
    room_id: 'room-1',
    kind: 'channel' as const,
    name: 'tea',
    community_handle: 'garden',
    channel_id: null,
  };
  const context = { before: makeMessage({ message: 'What was it?' }), after: null };
  const message = { ...makeMessage({ message: 'A fox' }), matches: [[2, 5]] as [number, number][], room, context };
  const rooms: (string | undefined)[] = [];
  api.answer(endpoints.find, ({ query }) => {
    rooms.push(query.room);
    return { messages: [message], next: {}, partial: false };
  });
  api.answer(joinedCommunities, { communities: [makeCommunity('garden', { name: 'The Garden' })] });
  const { at } = draw(<SearchPanel />, { at: '/search?room=room-1' });
  fireEvent.change(screen.getByRole('textbox', { name: 'Search in this room' }), { target: { value: 'fox' } });
  const hit = await screen.findByRole('link', { name: /A fox/ });
  expect(hit.textContent).toContain('What was it?');
  expect(screen.getByRole('textbox', { name: 'Search in # tea' })).toBeDefined();
  await waitFor(() => expect(hit.textContent).toContain('in #tea, The Garden'));
  expect(screen.queryByRole('navigation', { name: 'What to search' })).toBeNull();
  expect(at()).toBe('/search?query=fox&room=room-1');
  fireEvent.click(screen.getByRole('button', { name: /Search everywhere/ }));
  await waitFor(() => expect(rooms.at(-1)).toBeUndefined());
  expect(at()).toBe('/search?query=fox');
});
