// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { PopularCommunities } from '#features/communities/PopularCommunities.tsx';

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
  cleanup();
  vi.unstubAllGlobals();
  calls.length = 0;
});

function Place() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

async function draw() {
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

it('clicking a popular community opens it and joins nothing', async () => {
  await draw();
  fireEvent.click(screen.getByRole('link', { name: /Garden/ }));
  expect(screen.getByRole('status').textContent).toBe('/communities?community=garden');
  expect(calls.filter((one) => one.startsWith('POST'))).toEqual([]);
});

it('Join joins and opens; whoever is in already has nothing to join', async () => {
  await draw();
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Join Garden']);
  fireEvent.click(screen.getByRole('button', { name: 'Join Garden' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/communities?community=garden'));
  expect(calls.filter((one) => one.startsWith('POST'))).toEqual([expect.stringMatching(/\/v1\/community\/garden$/)]);
});
