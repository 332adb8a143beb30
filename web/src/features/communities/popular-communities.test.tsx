// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { popularCommunities } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { PopularCommunities } from '#features/communities/PopularCommunities.tsx';
import { waitingWrites } from '#platform/outbox-list.ts';
import { draw, goOffline, signIn, tidy } from '#test/draw.tsx';
import { makeCommunity } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';
import { currentToasts } from '#ui/toast/toasts.ts';

const garden = {
  community_id: '01900000-0000-7000-8000-000000000001',
  community_handle: 'garden',
  name: 'Garden',
  profile_path: '/profiles/default.png',
  member_count: 3,
  joined: false,
};
const city = {
  ...garden,
  community_id: garden.community_id.replace(/1$/, '2'),
  community_handle: 'city',
  name: 'City',
};

const calls: string[] = [];
afterEach(() => {
  tidy();
  calls.length = 0;
});

function Place() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

async function drawBoth() {
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    calls.push(`${method} ${url}`);
    const body =
      method === 'POST'
        ? { community: { ...garden, joined: true } }
        : { communities: [garden, { ...city, joined: true }] };
    return Promise.resolve(Response.json(body));
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PopularCommunities />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText('Garden');
}

it('opens a popular community on click, without joining it', async () => {
  await drawBoth();
  fireEvent.click(screen.getByRole('link', { name: /Garden/ }));
  expect(screen.getByRole('status').textContent).toBe('/communities?community=garden');
  expect(calls.filter((one) => one.startsWith('POST'))).toEqual([]);
});

it('joins and opens with Join, and offers members nothing to join', async () => {
  await drawBoth();
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Join Garden']);
  fireEvent.click(screen.getByRole('button', { name: 'Join Garden' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/communities?community=garden'));
  expect(calls.filter((one) => one.startsWith('POST'))).toEqual([expect.stringMatching(/\/v1\/community\/garden$/)]);
});

it('without a connection, joining waits in the outbox, and a toast says so', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  signIn();
  const api = fakeApi();
  api.answer(popularCommunities, { communities: [makeCommunity('garden')] });
  draw(<PopularCommunities />);
  const button = await screen.findByRole('button', { name: /^Join/ });
  api.disconnect();
  fireEvent.click(button);
  await waitFor(() =>
    expect(currentToasts().map(({ text }) => text)).toEqual(["You'll join as soon as you're connected again."]),
  );
  expect(waitingWrites().map(({ what }) => what)).toEqual(['Joining garden']);
});

it("offers someone who's banned nothing to join, and says so", async () => {
  const api = fakeApi();
  api.answer(popularCommunities, { communities: [makeCommunity('garden', { banned: true })] });
  draw(<PopularCommunities />);
  expect(await screen.findByText('Banned')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it("says when they couldn't be loaded, and when there are none", async () => {
  const api = fakeApi();
  api.refuse(popularCommunities, 500, 'It broke.');
  draw(<PopularCommunities />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain("Couldn't load the communities. It broke.");
  api.answer(popularCommunities, { communities: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  const create = await screen.findByRole('link', { name: 'Create the first one' });
  expect(create.getAttribute('href')).toBe('/community/create');
});

it('opened offline, says that the communities appear once the connection is back', async () => {
  fakeApi();
  goOffline();
  draw(<PopularCommunities />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain("No connection. The communities will appear when you're back online.");
  expect(screen.queryByRole('status', { name: 'Loading communities' })).toBeNull();
});
