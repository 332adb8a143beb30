// @vitest-environment happy-dom
import type { Permission, Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { getProfile } from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { MembersPanel } from '#features/communities/public.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeCommunity, makeMember, makeUser } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
const role = (role_id: string, name: string): Role => ({
  role_id,
  name,
  permissions: [],
  mine: false,
  grantable: true,
  deletable: true,
});
const community = makeCommunity('garden', { joined: true });
const card = () => screen.findByRole('dialog', { name: 'ada' });

// Its first load takes a while, and isn't what's tested.
beforeAll(async () => void (await import('#features/communities/MemberCard.tsx')), 60_000);
beforeEach(() => {
  api = fakeApi();
  signIn({ username: 'olive' });
  const members = [
    { ...makeMember('ada'), roles: ['2'] },
    { ...makeMember('olive'), roles: ['1', '2'] },
  ];
  api.answer(endpoints.listRoles, { roles: [role('1', 'admin'), role('2', 'user'), role('3', 'hosts')] });
  api.answer(endpoints.listMembers, { members, member_count: 2, next: null });
  const known = { following: false, followed_by: false, follower_count: 0, following_count: 0 };
  const user = { ...makeUser({ username: 'ada', bio: 'I grow beans.' }), ...known };
  api.answer(getProfile, { user, posts: [], post_count: 0 });
});
afterEach(tidy);

const open = async (permissions: Permission[]) => {
  api.answer(endpoints.myPermissions, { permissions });
  draw(<MembersPanel community={community} MessageButton={() => <button type="button">Message</button>} />);
  fireEvent.click(await screen.findByRole('button', { name: /@ada/ }));
  return await card();
};

it('members are grouped by role, except the one everybody has, and a click opens a card in place', async () => {
  const dialog = await open([]);
  expect(screen.getAllByRole('heading', { level: 3, hidden: true }).map((heading) => heading.textContent)).toEqual(
    expect.arrayContaining(['admin', 'Everyone else']),
  );
  expect(screen.queryByText(/· user/)).toBeNull();
  await within(dialog).findByText('I grow beans.', undefined, { timeout: 20_000 });
  expect(within(dialog).getByRole('button', { name: 'Message' })).toBeTruthy();
  expect(within(dialog).getByRole('link', { name: 'Profile' }).getAttribute('href')).toBe('/profile/ada');
  expect(within(dialog).queryByRole('button', { name: 'Ban' })).toBeNull();
  expect(within(dialog).queryByRole('checkbox')).toBeNull();
});

it('people with the permissions give roles, remove and ban on the card', async () => {
  api.answer(endpoints.assignRole, {});
  const dialog = await open(['community:edit', 'ban:users']);
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: 'hosts' }));
  await waitFor(() => expect(api.asked(endpoints.assignRole)[0]?.body).toEqual({ role_id: '3', username: 'ada' }));
  expect(within(dialog).getByRole('button', { name: 'Remove' })).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Ban' }));
  await screen.findByRole('dialog', { name: 'Ban @ada' });
});

it('a role that is refused is unchecked, also if another one was changed meanwhile', async () => {
  api.answer(endpoints.listRoles, { roles: [role('1', 'admin'), role('2', 'user'), role('3', 'hosts')] });
  api.answer(endpoints.assignRole, {});
  api.refuse(endpoints.assignRole, 422, 'Not this one.');
  const dialog = await open(['community:edit']);
  const box = (name: string) => within(dialog).getByRole('checkbox', { name });
  await within(dialog).findByRole('checkbox', { name: 'hosts' });
  fireEvent.click(box('hosts'));
  fireEvent.click(box('admin'));
  await waitFor(() => expect(api.asked(endpoints.assignRole)).toHaveLength(2));
  await waitFor(() =>
    expect([box('hosts'), box('admin')].map((one) => one.ariaChecked ?? one.getAttribute('aria-checked'))).toEqual([
      'false',
      'false',
    ]),
  );
});
