// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { joinedCommunities, readCommunity } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import CommunitiesPage from '#app/pages/CommunitiesPage.tsx';
import { draw, goOffline, signIn, tidy } from '#test/draw.tsx';
import { makeCommunity } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

it('opened offline for the first time, says that there is no connection instead of loading forever', async () => {
  goOffline();
  draw(<CommunitiesPage />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain("No connectionYour communities will appear when you're back online.");
  expect(screen.getByRole('button', { name: "Couldn't load your communities. Try again" })).toBeTruthy();
  expect(screen.queryByText(/^Loading/)).toBeNull();
});

it('says the same of a community whose link is opened offline', async () => {
  goOffline();
  draw(<CommunitiesPage />, { at: '/communities?community=garden' });
  expect((await screen.findByRole('alert')).textContent).toContain(
    "No connectionThe community will appear when you're back online.",
  );
});

it('offers a retry if the server fails, and shows the communities once it answers', async () => {
  api.refuse(joinedCommunities, 500, 'It broke.');
  draw(<CommunitiesPage />);
  expect((await screen.findByRole('alert')).textContent).toContain("Couldn't load your communitiesIt broke.");
  const garden = makeCommunity('garden');
  api.answer(readCommunity, { community: garden });
  api.answer(joinedCommunities, { communities: [garden] });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'garden' })).toBeTruthy();
});
