import { messages } from '@hubbub/contract/platform/messages.ts';
import { dismissAlert } from './support/actions.ts';
import {
  addChannel,
  addRole,
  createCommunity,
  currentCommunity,
  joinCommunity,
  partsOf,
  rolesOf,
  setRole,
  showChannels,
  showMembers,
  workspace,
} from './support/communities.ts';
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts';

test('a channel needs a name and a role; it appears live for others, disabled with a reason without the role', async ({
  people,
  openAs,
}) => {
  const owner = await people.create('owner');
  const community = await createCommunity(owner, 'Film Club');
  const member = await people.create('member');
  await joinCommunity(member, community);
  const theirs = await openAs(member);
  await theirs.goto(workspace(community));
  await showChannels(theirs);
  await expect(theirs.getByText('No channels yet.', { exact: true })).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Add channel' }), 'needs channel:create').toHaveCount(0);
  const name = theirs.getByRole('heading', { name: 'Film Club', exact: true });
  await expect(name).toBeVisible();
  await expect(name.getByRole('link'), 'the settings need community:edit').toHaveCount(0);

  const page = await openAs(owner);
  await page.goto(workspace(community));
  await showChannels(page);
  await page.getByRole('button', { name: 'Add channel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a channel' });
  const create = dialog.getByRole('button', { name: 'Create Channel' });
  const everybody = dialog.getByRole('checkbox', { name: 'user' });
  await expect(everybody, 'the role of all members is chosen from the start').toBeChecked();
  await everybody.click();
  await create.click();
  await dismissAlert(page, messages.channelNameRequired);
  await dismissAlert(page, messages.channelRolesRequired);
  await dialog.getByLabel('Channel name').fill('premieres');
  await create.click();
  await dismissAlert(page, messages.channelRolesRequired);
  await dialog.getByRole('checkbox', { name: 'admin' }).click();
  await create.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'premieres' }), 'the new channel opens').toBeVisible();

  const closed = partsOf(theirs).channels.getByRole('button', { name: '# premieres' });
  await expect(closed).toBeDisabled();
  await expect(closed).toHaveAccessibleDescription('Only for the admin role');
  await expect(closed).toHaveText(/^# premieres/);

  const { admin = '' } = await rolesOf(owner, community);
  await setRole(owner, community, admin, member, true);
  await expect(partsOf(theirs).channels.getByRole('link', { name: '# premieres' }), 'a role opens it').toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Add channel' })).toBeVisible();
});

test('reload, Back and a link lead to the same community and channel', async ({ people, openAs }) => {
  const owner = await people.create('owner');
  const first = await createCommunity(owner, 'First place');
  const second = await createCommunity(owner, 'Second place');
  const general = await addChannel(owner, first, 'general');
  const page = await openAs(owner);
  await page.goto(workspace(first, general));
  const heading = page.getByRole('heading', { name: 'general', exact: true });
  await expect(heading).toBeVisible();
  await page.reload();
  await expect(heading).toBeVisible();

  await showChannels(page);
  const { rail } = partsOf(page);
  await rail.getByRole('link', { name: 'Second place' }).click();
  await expect(page.getByRole('heading', { name: 'Second place', exact: true })).toBeVisible();
  await expect.poll(() => currentCommunity(page)).toBe(second.community_handle);
  await page.goBack();
  await expect(heading).toBeVisible();

  await page.goto('/feed');
  await page.goto('/communities');
  await showChannels(page);
  await expect(rail.getByRole('link', { name: 'First place' }), 'the one that was open last').toHaveAttribute(
    'aria-current',
    'page',
  );

  await page.goto('/communities?community=nobody_has_this');
  await expect(page.getByText('Community not found')).toBeVisible();
  await page.goto(`${workspace(first)}&channel=00000000-0000-4000-8000-000000000000`);
  await expect(page.getByText('Channel not found')).toBeVisible();
});

test('members are paged, and only those near the screen are drawn', async ({ people, openAs }) => {
  const owner = await people.create('owner');
  const community = await createCommunity(owner, 'Crowd');
  const page = await openAs(owner);
  const total = 2500;
  let pages = 0;
  await page.route(/\/members(\?|$)/, async (route) => {
    pages += 1;
    const from = Number(new URL(route.request().url()).searchParams.get('after') ?? '0');
    const members = Array.from({ length: Math.min(100, total - from) }, (_, index) => ({
      username: `member_${from + index + 1}`,
      name: null,
      profile_path: owner.user.profile_path,
      roles: [],
    }));
    const next = from + 100 < total ? String(from + 100) : null;
    await route.fulfill({ json: { members, member_count: total, next } });
  });
  await page.route(`**/v1/communities/${community.community_handle}`, (route) =>
    route.fulfill({ json: { community: { ...community, member_count: total } } }),
  );
  await page.goto(workspace(community));
  await showMembers(page);
  const { members } = partsOf(page);
  await expect(members.getByRole('heading', { name: 'Members - 2,500', exact: true })).toBeVisible();
  await expect(members.getByText('@member_1', { exact: true })).toBeVisible();
  const lines = members.getByRole('listitem');
  expect(await lines.count()).toBeLessThan(50);
  const asked = pages;
  const frame = members.locator('div.overflow-y-auto');
  const scroll = async () => {
    await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    return pages;
  };
  await expect.poll(scroll).toBeGreaterThan(asked + 5);
  // The last page requested may not be rendered yet, so keep scrolling.
  await expect
    .poll(async () => {
      await scroll();
      return await members.getByText(/^@member_(?:[5-9]\d\d|[12]\d{3})$/).count();
    })
    .toBeGreaterThan(0);
  expect(await lines.count()).toBeLessThan(50);
});

test('a small screen has Channels and Members toggles, and nothing scrolls sideways at 320 px', {
  tag: '@phone-only',
}, async ({ people, openAs }) => {
  const owner = await people.create('owner');
  const community = await createCommunity(owner, 'A community with quite a long name in it');
  const channel = await addChannel(owner, community, 'a-channel-name-that-goes-on-and-on');
  const page = await openAs(owner);
  const channels = page.getByRole('button', { name: 'Channels', exact: true });
  const members = page.getByRole('button', { name: 'Members', exact: true });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(workspace(community));
    await expect(channels, 'without a channel the list is open').toHaveAttribute('aria-expanded', 'true');
    await expectNoSidewaysScroll(page);
    await channels.click();
    await expect(page.getByText(messages.selectChannel, { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await members.click();
    await expect(page.getByRole('heading', { name: 'Members - 1', exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await channels.click();
    await expect(page.getByRole('heading', { name: 'Members - 1', exact: true })).toHaveCount(0);
    await partsOf(page).channels.getByRole('link').first().click();
    await expect(channels).toHaveAttribute('aria-expanded', 'false');
    await expect(partsOf(page).field).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.goto(workspace(community, channel));
    await members.click();
    await page.keyboard.press('Escape');
    await expect(members).toHaveAttribute('aria-expanded', 'false');
    for (const tab of ['edit', 'roles', 'bans']) {
      await page.goto(`/community/${community.community_handle}/settings?tab=${tab}`);
      await expect(page.getByRole('tabpanel')).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  }
});

test('everything works by keyboard: rail, channels, a new channel, the chat', async ({ people, openAs }) => {
  const owner = await people.create('owner');
  const first = await createCommunity(owner, 'Alpha');
  await createCommunity(owner, 'Beta');
  await addChannel(owner, first, 'one');
  await addChannel(owner, first, 'two');
  const page = await openAs(owner);
  await page.goto(workspace(first));
  const { rail, channels, field, line } = partsOf(page);
  await rail.getByRole('link', { name: 'Alpha' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(rail.getByRole('link', { name: 'Beta' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Beta', exact: true })).toBeVisible();
  await rail.getByRole('link', { name: 'Beta' }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');

  await channels.getByRole('link', { name: '# one' }).focus();
  await page.keyboard.press('End');
  await expect(channels.getByRole('link', { name: '# two' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'two', exact: true })).toBeVisible();
  await expect(field, 'an opened channel is ready to write in').toBeFocused();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await expect(line('By keyboard')).toBeVisible();

  await page.getByRole('button', { name: 'Add channel' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create a channel' });
  await expect(dialog.getByLabel('Channel name')).toBeFocused();
  await page.keyboard.type('three');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('checkbox', { name: 'admin' })).toBeChecked();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'three', exact: true })).toBeVisible();

  const toggle = page.getByRole('button', { name: 'Members', exact: true });
  await toggle.focus();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Enter');
  await expect(partsOf(page).members).toHaveCount(0);
  await page.getByRole('button', { name: 'Find communities' }).focus();
  await page.keyboard.press('Enter');
  await expect(partsOf(page).search).toBeFocused();
});

test('the workspace, its dialogs and the settings are accessible in both themes', {
  tag: '@phone',
}, async ({ people, openAs }) => {
  test.slow();
  const owner = await people.create('owner');
  const community = await createCommunity(owner, 'Accessible');
  const role = await addRole(owner, community, 'crew');
  await addChannel(owner, community, 'general');
  await addChannel(owner, community, 'crew', [role]);
  const page = await openAs(owner);
  await page.goto(workspace(community));
  await showChannels(page);
  await expect(partsOf(page).channels.getByRole('button', { name: '# crew' })).toBeDisabled();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Add channel' }).click();
  await expect(page.getByRole('dialog').getByRole('checkbox', { name: 'crew' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await partsOf(page).channels.getByRole('link', { name: '# general' }).click();
  await expect(partsOf(page).field).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await showMembers(page);
  await expect(partsOf(page).members.getByText(`@${owner.user.username}`)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.goto('/community/create');
  await expect(page.getByLabel('Community Handle')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  for (const tab of ['edit', 'roles', 'bans']) {
    await page.goto(`/community/${community.community_handle}/settings?tab=${tab}`);
    await expect(page.getByRole('tabpanel')).toBeVisible();
    if (tab === 'roles') await expect(page.getByRole('checkbox', { name: `@${owner.user.username}` })).toBeVisible();
    await expectAccessibleInBothThemes(page);
  }
});

test("a picture that doesn't load becomes the default picture", async ({ people, openAs }) => {
  const owner = await people.create('owner');
  const community = await createCommunity(owner, 'Broken picture');
  const page = await openAs(owner);
  await page.route('**/v1/communities/joined*', (route) =>
    route.fulfill({ json: { communities: [{ ...community, profile_path: '/gone/picture.jpg', joined: true }] } }),
  );
  await page.goto(workspace(community));
  await showChannels(page);
  await expect(partsOf(page).rail.getByRole('link', { name: 'Broken picture' }).locator('img')).toHaveAttribute(
    'src',
    /\/profiles\/default\.png$/,
  );
});
