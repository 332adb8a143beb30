import { drag } from './support/actions.ts';
import {
  addChannel,
  createCommunity,
  joinCommunity,
  partsOf,
  rolesOf,
  showChannels,
  workspace,
} from './support/communities.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('a member is banned with a reason, is out right away, and may come back after the ban is lifted', async ({
  people,
  openAs,
}) => {
  test.slow();
  const owner = await people.create('owner');
  const member = await people.create('member', 'The Member');
  const community = await createCommunity(owner, 'Allotment');
  await joinCommunity(member, community);
  const channel = await addChannel(owner, community, 'general');
  const theirs = await openAs(member);
  await theirs.goto(workspace(community, channel));
  await expect(theirs.getByText('This is the beginning of # general')).toBeVisible();

  const page = await openAs(owner);
  await page.goto(`/community/${community.community_handle}/settings?tab=bans`);
  await expect(page.getByText('Nobody is banned')).toBeVisible();
  await page.getByRole('button', { name: 'Ban someone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ban someone' });
  await dialog.getByLabel('Username').fill(member.user.username);
  await dialog.getByRole('radio', { name: '30 days' }).click();
  await dialog.getByLabel('Reason').fill('Spam in every channel');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const bans = page.getByRole('list', { name: 'Bans' });
  await expect(bans.getByText('The Member')).toBeVisible();
  await expect(bans.getByText('Spam in every channel')).toBeVisible();
  await expectAccessible(page);

  await expect(theirs.getByText('This is the beginning of # general')).toHaveCount(0);
  const refused = await member.api.post(`/v1/community/${community.community_handle}`);
  expect(refused.status()).toBe(422);
  expect(await refused.text()).toContain('Spam in every channel');

  await page.getByRole('searchbox', { name: 'Search bans' }).fill('nobody like this');
  await expect(bans).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search bans' }).fill('the mem');
  await page.getByRole('button', { name: `Lift ban for @${member.user.username}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lift ban' }).click();
  await expect(bans).toHaveCount(0);
  await joinCommunity(member, community);
});

test('a channel gets a topic and another place, and a community is deleted by typing its handle', async ({
  people,
  openAs,
}) => {
  test.slow();
  const owner = await people.create('owner');
  const community = await createCommunity(owner, 'Allotment');
  const { admin = '' } = await rolesOf(owner, community);
  const first = await addChannel(owner, community, 'first', [admin]);
  await addChannel(owner, community, 'second', [admin]);
  const page = await openAs(owner);
  await page.goto(workspace(community, first));
  await page.getByRole('button', { name: 'Change # first' }).click();
  await page.getByRole('dialog').getByLabel('Topic').fill('Where to start');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Where to start')).toBeVisible();

  await showChannels(page);
  const names = partsOf(page).channels.getByRole('listitem');
  await expect(names).toHaveText([/first/, /second/]);
  await page.getByRole('button', { name: 'Change the order' }).click();
  const order = page.getByRole('dialog', { name: 'Order of the channels' });
  await expectAccessible(page);
  await order.getByRole('button', { name: 'Move # second up' }).click();
  await expect(order.getByRole('listitem')).toHaveText([/second/, /first/]);
  await order.getByRole('button', { name: 'Close' }).click();
  await showChannels(page);
  await expect(names).toHaveText([/second/, /first/]);

  await page.goto(`/community/${community.community_handle}/settings`);
  await page.getByRole('radio', { name: 'Private' }).click();
  await expect(page.getByText('Only members know that it exists.', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete community' }).click();
  const sure = page.getByRole('dialog', { name: 'Delete Allotment' });
  await expect(sure.getByRole('button', { name: 'Delete community' })).toBeDisabled();
  await sure.getByRole('textbox').fill(community.community_handle);
  await sure.getByRole('button', { name: 'Delete community' }).click();
  await expect(page).toHaveURL('/communities');
  expect((await owner.api.get(`/v1/communities/${community.community_handle}`)).status()).toBe(404);
});

test('a post goes to a community, and shows up in its Posts and in the feed of communities', async ({
  people,
  openAs,
}) => {
  test.slow();
  const owner = await people.create('owner');
  const community = await createCommunity(owner, 'Allotment');
  const page = await openAs(owner);
  await page.goto(workspace(community));
  await showChannels(page);
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await page.getByRole('link', { name: 'Write a post' }).click();
  await expect(page.getByRole('combobox', { name: 'Post to' })).toHaveValue(community.community_handle);
  const text = `Seedlings for everyone in ${community.community_handle}`;
  await page.getByRole('textbox', { name: 'Text' }).fill(text);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Share Post' }).click();
  await expect(page).toHaveURL('/feed');
  await page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Communities' }).click();
  const post = page.getByRole('article').filter({ hasText: text });
  await expect(post).toBeVisible();
  await page.getByRole('link', { name: 'Top this week' }).click();
  await expect(page).toHaveURL('/feed?feed=communities&order=top');
  await expect(post).toBeVisible();
  await expectAccessible(page);
  await post.getByRole('link', { name: 'In Allotment' }).click();
  await expect(page.getByRole('article').filter({ hasText: text })).toBeVisible();
  await expectAccessible(page);
});

test('a channel is dragged to another place, with a mouse or a finger, or moved with the keyboard @phone', async ({
  people,
  openAs,
  hasTouch,
}) => {
  const owner = await people.create('owner');
  const community = await createCommunity(owner, 'Allotment');
  const first = await addChannel(owner, community, 'first');
  await addChannel(owner, community, 'second');
  await addChannel(owner, community, 'third');
  const page = await openAs(owner);
  await page.goto(workspace(community, first));
  await showChannels(page);
  await page.getByRole('button', { name: 'Change the order' }).click();
  const order = page.getByRole('dialog', { name: 'Order of the channels' });
  const rows = order.getByRole('listitem');
  await expect(rows).toHaveText([/first/, /second/, /third/]);
  await drag(order.getByRole('button', { name: 'Drag # first' }), rows.last(), hasTouch ? 'touch' : 'mouse');
  await expect(rows).toHaveText([/second/, /third/, /first/]);

  const handle = order.getByRole('button', { name: 'Drag # third' });
  // What's dropped slides to its place first; until then, nothing else is picked up.
  await expect(async () => {
    await handle.focus();
    await page.keyboard.press('Space');
    await expect(handle).toHaveAttribute('aria-pressed', 'true', { timeout: 5000 });
  }).toPass();
  await expect(page.getByRole('status').filter({ hasText: 'Picked up # third.' })).toBeAttached();
  await page.keyboard.press('ArrowUp');
  // The list doesn't wait for the server, and the next page must.
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.keyboard.press('Space');
  await expect(rows).toHaveText([/third/, /second/, /first/]);
  await stored;
  await order.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await showChannels(page);
  await expect(partsOf(page).channels.getByRole('listitem')).toHaveText([/third/, /second/, /first/]);
});

test('channels stand under categories that collapse and move, and slow mode keeps what someone wrote until they may send it @phone', async ({
  people,
  openAs,
}) => {
  test.slow();
  const owner = await people.create('owner');
  const member = await people.create('member');
  const community = await createCommunity(owner, 'Allotment');
  await joinCommunity(member, community);
  const first = await addChannel(owner, community, 'first');
  for (const name of ['second', 'third']) await addChannel(owner, community, name);
  const page = await openAs(owner);
  await page.goto(workspace(community, first));
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: 'More about # first' }).click();
  await page
    .getByLabel('Change # first')
    .or(page.getByRole('menuitem', { name: 'Change # first' }))
    .click();
  const settings = page.getByRole('dialog', { name: '# first' });
  await settings.getByLabel('Category').fill('Work');
  await settings.getByLabel('Slow mode').selectOption('30 seconds');
  await expectAccessible(page);
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings).toHaveCount(0);

  await showChannels(page);
  const work = page.getByRole('list', { name: 'Work' });
  await expect(work.getByRole('listitem')).toHaveText([/first/]);
  await expectAccessible(page);

  const theirs = await openAs(member);
  await theirs.goto(workspace(community, first));
  const field = theirs.getByRole('textbox', { name: 'Message' });
  await expect(theirs.getByText('one message every 30 seconds', { exact: false })).toBeVisible();
  await field.fill('hello');
  await field.press('Enter');
  await expect(theirs.getByRole('timer')).toBeVisible();
  await field.fill('and this');
  await field.press('Enter');
  await expect(field).toHaveValue('and this');
  await expect(theirs.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await expectAccessible(theirs);

  await showChannels(theirs);
  const category = theirs.getByRole('button', { name: 'Work' });
  await showChannels(theirs);
  await theirs.getByRole('link', { name: /# second/ }).click();
  await showChannels(theirs);
  await category.click();
  await expect(category).toHaveAttribute('aria-expanded', 'false');
  await expect(theirs.getByRole('link', { name: /# first/ })).toHaveCount(0);
});
