import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Community, Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { expect, type Page } from '@playwright/test';
import { freshUsername, type Person } from './people.ts';

type Answer = { ok(): boolean; status(): number; text(): Promise<string>; json(): Promise<unknown> };

async function must<T>(call: Promise<Answer>): Promise<T> {
  const answer = await call;
  if (!answer.ok()) throw new Error(`${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Creates a community through the API, with a handle no other test has. */
export async function createCommunity(owner: Person, name: string): Promise<Community> {
  const multipart = { name, handle: freshUsername('c') };
  return (await must<{ community: Community }>(owner.api.post('/v1/communities', { multipart }))).community;
}

export async function joinCommunity(person: Person, { community_handle }: Community): Promise<void> {
  await must(person.api.post(`/v1/community/${community_handle}`));
}

/** A community's roles by name. */
export async function rolesOf(person: Person, { community_handle }: Community): Promise<Record<string, string>> {
  const { roles } = await must<{ roles: Role[] }>(person.api.get(`/v1/community/${community_handle}/roles`));
  return Object.fromEntries(roles.map(({ name, role_id }) => [name, role_id]));
}

/** Creates a role; returns its id. */
export async function addRole(
  owner: Person,
  { community_handle }: Community,
  name: string,
  permissions: Role['permissions'] = [],
): Promise<string> {
  const data = { name, permissions };
  const { role } = await must<{ role: Role }>(owner.api.post(`/v1/community/${community_handle}/roles`, { data }));
  return role.role_id;
}

/** Gives a role to a member, or takes it away. */
export async function setRole(
  owner: Person,
  { community_handle }: Community,
  role_id: string,
  person: Person,
  holds: boolean,
): Promise<void> {
  const options = { data: { role_id, username: person.user.username }, method: holds ? 'POST' : 'DELETE' };
  await must(owner.api.fetch(`/v1/community/${community_handle}/roles/user`, options));
}

/** Creates a channel for members with these roles; with none given, for the role `user`. */
export async function addChannel(
  owner: Person,
  community: Community,
  name: string,
  roles?: readonly string[],
): Promise<Channel> {
  const wanted = roles ?? [(await rolesOf(owner, community)).user ?? ''];
  const options = { data: { name, roles: wanted } };
  const call = owner.api.post(`/v1/community/${community.community_handle}/channels`, options);
  return (await must<{ channel: Channel }>(call)).channel;
}

/** Stores a message through the API. */
export async function sendMessage(person: Person, { channel_id }: Channel, content: string): Promise<void> {
  await must(person.api.post('/v1/channel/chats', { data: { conversation: channel_id, content } }));
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

/** The address of a community, or of one of its channels. */
export function workspace({ community_handle }: Community, channel?: Channel): string {
  const query = new URLSearchParams({ community: community_handle });
  if (channel !== undefined) query.set('channel', channel.channel_id);
  return `/communities?${query}`;
}

/** Shows the rail and the channel list: on a phone they cover the chat. */
export async function showChannels(page: Page): Promise<void> {
  if (!isPhone(page)) return;
  const toggle = page.getByRole('button', { name: 'Channels', exact: true });
  // A community that was just opened shows the list by itself, and a click would close it again.
  await expect(async () => {
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true', { timeout: 1000 });
  }).toPass();
}

/** Shows the members. */
export async function showMembers(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Members', exact: true }).click();
}

/** The parts of the workspace. */
export function partsOf(page: Page) {
  return {
    rail: page.getByRole('navigation', { name: 'Communities' }),
    channels: page.getByRole('list', { name: 'Channels' }),
    search: page.getByRole('combobox', { name: 'Search communities' }),
    members: page.getByRole('region', { name: 'Members', exact: true }),
    field: page.getByPlaceholder('Type Your Message Here'),
    /** The lines with this text in a channel's chat. */
    line: (text: string) => page.getByRole('region', { name: /^Messages in #/ }).getByText(text, { exact: true }),
  };
}

/** Writes into the open channel, as a person does. */
export async function sendFromComposer(page: Page, text: string): Promise<void> {
  const { field } = partsOf(page);
  await field.fill(text);
  await field.press('Enter');
}

/** The handle a page has stored as the open community. */
export const currentCommunity = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('currentCommunity'));
