import { messages } from '@hubbub/contract/platform/messages.ts';
import { dismissAlert, fixture } from './support/actions.ts';
import {
  addChannel,
  createCommunity,
  joinCommunity,
  partsOf,
  rolesOf,
  setRole,
  showChannels,
  workspace,
} from './support/communities.ts';
import { freshUsername } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('the name opens the settings; name, handle and picture change, and the new handle becomes the address', async ({
  people,
  openAs,
}) => {
  test.slow();
  const owner = await people.create('owner');
  const member = await people.create('member');
  const community = await createCommunity(owner, 'Before');
  const taken = await createCommunity(owner, 'Taken');
  const general = await addChannel(owner, community, 'general');
  await joinCommunity(member, community);
  const theirs = await openAs(member);
  await theirs.goto(workspace(community, general));
  await expect(theirs.getByText('This is the beginning of # general')).toBeVisible();

  const page = await openAs(owner);
  await page.goto(workspace(community));
  await showChannels(page);
  await page.getByRole('heading', { name: 'Before', exact: true }).getByRole('link').click();
  await expect(page).toHaveURL(`/community/${community.community_handle}/settings`);
  const apply = page.getByRole('button', { name: 'Apply', exact: true });
  await page.getByLabel('Community Name').fill('After');
  await page.getByLabel('Community Handle').fill(taken.community_handle);
  await apply.click();
  await expect(page.getByRole('alertdialog')).toContainText(/taken/i);
  await page.getByRole('alertdialog').getByRole('button').click();
  await expect(page.getByLabel('Community Name'), 'nothing typed is lost').toHaveValue('After');

  const handle = freshUsername('after');
  await page.getByLabel('Community Handle').fill(handle);
  await page.getByLabel('Community picture file').setInputFiles(fixture('alpha.png'));
  await page.getByRole('button', { name: 'Crop', exact: true }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await apply.click();
  await dismissAlert(page, 'updated successfully');
  await expect(page).toHaveURL(`/community/${handle}/settings`);
  await expect(page.getByRole('heading', { name: 'After', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await apply.click();
  await dismissAlert(page, 'updated successfully');
  await expect(page.getByRole('button', { name: 'Remove picture' }), 'not offered for the default').toHaveCount(0);

  await expect(theirs, 'who has it open goes along').toHaveURL(
    `/communities?community=${handle}&channel=${general.channel_id}`,
  );
  await expect(theirs.getByRole('heading', { name: 'general', exact: true })).toBeVisible();
  await showChannels(theirs);
  await expect(partsOf(theirs).rail.getByRole('link', { name: 'After' })).toBeVisible();

  await page.getByRole('tab', { name: 'Bans' }).click();
  await expect(page.getByText('Nobody is banned', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back to communities' }).click();
  await expect(page).toHaveURL('/communities');
});

test('only members with community:edit get the settings; losing it keeps what was typed', async ({
  people,
  openAs,
}) => {
  const owner = await people.create('owner');
  const member = await people.create('member');
  const community = await createCommunity(owner, 'Keys');
  await joinCommunity(member, community);
  const page = await openAs(member);
  const settings = `/community/${community.community_handle}/settings`;
  await page.goto(settings);
  await expect(page.getByText("You can't change this community")).toBeVisible();

  const { admin = '' } = await rolesOf(owner, community);
  await setRole(owner, community, admin, member, true);
  await expect(page.getByLabel('Community Name'), 'a role opens them at once').toHaveValue('Keys');
  await page.getByLabel('Community Name').fill('Mine now');
  await setRole(owner, community, admin, member, false);
  await expect(page.getByText(/You no longer have permission to change this community/)).toBeVisible();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button').click();
  await expect(page.getByLabel('Community Name')).toHaveValue('Mine now');

  await page.goto('/community/nobody_has_this/settings');
  await expect(page.getByText('Community not found')).toBeVisible();
});

test('a role is created with permissions, given and taken by checkbox, and a refusal is reverted', async ({
  people,
  openAs,
}) => {
  test.slow();
  const owner = await people.create('owner', 'The Owner');
  const member = await people.create('member', 'The Member');
  const community = await createCommunity(owner, 'Roles');
  await joinCommunity(member, community);
  const theirs = await openAs(member);
  await theirs.goto(workspace(community));
  await showChannels(theirs);
  await expect(theirs.getByText('No channels yet.', { exact: true })).toBeVisible();

  const page = await openAs(owner);
  await page.goto(`/community/${community.community_handle}/settings?tab=roles`);
  await page.getByRole('button', { name: 'Create Role' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a role' });
  await dialog.getByRole('button', { name: 'Create Role' }).click();
  await expect(dialog.getByText('Role name must be provided')).toBeVisible();
  await expect(dialog.getByLabel('Role name')).toBeFocused();
  await dialog.getByLabel('Role name').fill('builders');
  await dialog.getByRole('checkbox', { name: 'Create Channels' }).click();
  await dialog.getByRole('button', { name: 'Create Role' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^builders/ })).toHaveAttribute('aria-pressed', 'true');

  const box = page.getByRole('checkbox', { name: `The Member, @${member.user.username}` });
  await box.click();
  await expect(box).toBeChecked();
  await expect(theirs.getByRole('button', { name: 'Add channel' }), 'checking adds the role').toBeVisible();
  await expect(page.getByRole('button', { name: 'Apply', exact: true }), 'nothing is left to apply').toHaveCount(0);
  await box.click();
  await expect(theirs.getByRole('button', { name: 'Add channel' }), 'unchecking removes it').toHaveCount(0);

  await page.getByRole('button', { name: /^admin/ }).click();
  const own = page.getByRole('checkbox', { name: `The Owner, @${owner.user.username}` });
  await expect(own).toBeChecked();
  await own.click();
  await expect(
    page.getByRole('alert').filter({ hasText: `@${owner.user.username} still has the admin role.` }),
  ).toBeVisible();
  await expect(own, 'taken back').toBeChecked();

  await page.route('**/roles/user', (route) => route.abort());
  await box.click();
  await expect(
    page.getByRole('alert').filter({ hasText: `@${member.user.username} wasn't given the admin role.` }),
  ).toBeVisible();
  await expect(box).not.toBeChecked();
  await page.unroute('**/roles/user');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(box, 'sent again').toBeChecked();
  await expect(theirs.getByRole('heading', { name: 'Roles', exact: true }).getByRole('link')).toBeVisible();

  await page.getByLabel('Search members').fill('owner');
  await expect(box).toHaveCount(0);
  await expect(own).toBeVisible();
  await page.getByLabel('Search members').fill('nobody at all');
  await expect(page.getByText(messages.noResults, { exact: true })).toBeVisible();
});
