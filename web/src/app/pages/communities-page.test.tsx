// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { createChannel, listChannels } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import {
  joinCommunity,
  joinedCommunities,
  listRoles,
  myPermissions,
  popularCommunities,
  readCommunity,
} from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { listCommunityPosts } from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import CommunitiesPage from '#app/pages/CommunitiesPage.tsx';
import { CommunityPosts } from '#app/pages/CommunityPosts.tsx';
import { draw, goOffline, signIn, tidy } from '#test/draw.tsx';
import { makeCommunity, makePost } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

const makeTextChannel = (name: string) => ({
  channel_id: '01900000-0000-7000-8000-000000000002',
  topic: '',
  category: null,
  slow_mode: 0,
  slow_until: null,
  community_id: '01900000-0000-7000-8000-000000000001',
  name,
  roles: ['1'],
  usable: true,
  read_id: null,
  unread_id: null,
  notify: 'all' as const,
});

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

it.each([
  ['whoever may create channels creates the first one where the eye is', ['channel:create'] as const],
  ['others are told that it has none', [] as const],
])('in a community without channels, %s', async (_what, permissions) => {
  const garden = makeCommunity('garden', { name: 'Garden', joined: true });
  const role = { role_id: '1', name: 'user', permissions: [], mine: true, grantable: true, deletable: false };
  api.answer(readCommunity, { community: garden });
  api.answer(joinedCommunities, { communities: [garden] });
  api.answer(listChannels, { channels: [] });
  api.answer(listRoles, { roles: [role] });
  api.answer(myPermissions, { permissions: [...permissions] });
  api.answer(createChannel, { channel: makeTextChannel('general') });
  const { at } = draw(<CommunitiesPage />, { at: '/communities?community=garden' });
  await screen.findByText(/has no channels yet/);
  if (permissions.length > 0) await screen.findByRole('button', { name: 'Add channel' });
  // In the list that covers a phone's page, and in the middle of the page.
  const buttons = screen.queryAllByRole('button', { name: 'Create the first channel' });
  expect(buttons).toHaveLength(permissions.length === 0 ? 0 : 2);
  // There are none to show.
  expect(screen.queryByRole('button', { name: 'Show channels' })).toBeNull();
  const posts = screen.getByRole('link', { name: 'See its posts' });
  expect(posts.getAttribute('href')).toBe('/communities?community=garden&view=posts');
  const [create] = buttons;
  if (create === undefined) return;
  fireEvent.click(create);
  fireEvent.change(await screen.findByLabelText('Channel name'), { target: { value: 'general' } });
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'user' }).getAttribute('aria-checked')).toBe('true'));
  fireEvent.click(screen.getByRole('button', { name: 'Create Channel' }));
  await waitFor(() =>
    expect(at()).toBe(`/communities?community=garden&channel=${makeTextChannel('general').channel_id}`),
  );
});

/** Opens the posts of a community that has none. */
async function openPosts(): Promise<HTMLElement> {
  const garden = makeCommunity('garden');
  api.answer(readCommunity, { community: garden });
  api.answer(joinedCommunities, { communities: [garden] });
  api.answer(listCommunityPosts, { posts: [], next: null });
  draw(<CommunitiesPage />, { at: '/communities?community=garden&view=posts' });
  return await screen.findByText('No posts yet');
}

it("turning a phone keeps what is on its screen: text, its selection and what's playing", async () => {
  let isPhone = true;
  const turned = new Set<() => void>();
  vi.stubGlobal('matchMedia', () => ({
    matches: !isPhone,
    addEventListener: (_: string, listener: () => void) => turned.add(listener),
    removeEventListener: (_: string, listener: () => void) => turned.delete(listener),
  }));
  const content = await openPosts();
  expect(screen.getByRole('button', { name: 'Channels' })).toBeTruthy();
  for (const isTurnedBack of [false, true]) {
    isPhone = isTurnedBack;
    act(() => {
      for (const listener of turned) listener();
    });
    expect(screen.queryByRole('button', { name: 'Channels' }) === null).toBe(!isPhone);
    expect(screen.getByText('No posts yet')).toBe(content);
  }
});

it("on a phone, a swipe from the left edge leads from what's open to the community's channels", async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  const content = await openPosts();
  const swipe = (from: number) => {
    fireEvent.touchStart(content, { touches: [{ clientX: from, clientY: 300 }] });
    fireEvent.touchEnd(content, { changedTouches: [{ clientX: from + 120, clientY: 310 }] });
  };
  const channels = screen.getByRole('button', { name: 'Channels' });
  swipe(120);
  expect(channels.getAttribute('aria-expanded')).toBe('false');
  swipe(10);
  expect(channels.getAttribute('aria-expanded')).toBe('true');
});

describe('Find communities', () => {
  const garden = makeCommunity('garden', { name: 'Garden', description: 'Plants and pots', member_count: 12 });

  beforeEach(() => api.answer(joinedCommunities, { communities: [] }));

  it('shows every public community as a card, page by page', async () => {
    const first = [garden, ...Array.from({ length: 19 }, (_, n) => makeCommunity(`place_${n}`))];
    api.answer(popularCommunities, ({ query }) => ({
      communities: query.before === undefined ? first : [first.at(-1) ?? garden, makeCommunity('last')],
    }));
    draw(<CommunitiesPage />, { at: '/communities' });
    const list = await screen.findByRole('list', { name: 'All communities' });
    const [card] = within(list).getAllByRole('listitem');
    expect(card?.textContent).toContain('Garden12 membersPlants and potsJoinLook inside');
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await within(list).findByText('last');
    expect(within(list).getAllByRole('listitem'), 'one that moved meanwhile is there once').toHaveLength(21);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(api.asked(popularCommunities).map(({ query }) => query.before)).toEqual([
      undefined,
      first[19]?.community_id,
    ]);
  });

  it('joins with Join, and opens the community', async () => {
    api.answer(popularCommunities, { communities: [garden] });
    api.answer(joinCommunity, { community: { ...garden, joined: true } });
    const { at } = draw(<CommunitiesPage />, { at: '/communities' });
    fireEvent.click(await screen.findByRole('button', { name: 'Join Garden' }));
    await waitFor(() => expect(at()).toBe('/communities?community=garden'));
    expect(api.asked(joinCommunity)).toHaveLength(1);
  });

  it('looks inside without joining: the description, the number of members and the posts', async () => {
    api.answer(popularCommunities, { communities: [garden] });
    api.answer(readCommunity, { community: garden });
    api.answer(joinedCommunities, { communities: [] });
    api.answer(listCommunityPosts, { posts: [makePost({ content: 'My first tomatoes' })], next: null });
    draw(<CommunitiesPage />, { at: '/communities' });
    fireEvent.click(await screen.findByRole('link', { name: 'Look inside Garden' }));
    expect(await screen.findByText('My first tomatoes')).toBeTruthy();
    expect(screen.getByText('Plants and pots')).toBeTruthy();
    expect(screen.getByText('garden · 12 members')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Join Garden' })).toBeTruthy();
    expect(api.asked(joinCommunity)).toEqual([]);
  });

  it.each([
    ['a stranger', { joined: false }, 'Posts in Garden show up here.'],
    ['a member who may not post', { joined: true }, 'Members with the Create Posts permission can write here.'],
  ])('says to %s what an empty community is for', async (_, given, text) => {
    api.answer(listCommunityPosts, { posts: [], next: null });
    draw(<CommunityPosts community={{ ...garden, ...given, can_post: false }} />);
    const title = await screen.findByText('No posts yet');
    expect(title.parentElement?.textContent).toContain(text);
  });
});
