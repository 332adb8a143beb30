import { messages } from '@hubbub/contract/platform/messages.ts';
import { dismissAlert, fixture } from './support/actions.ts';
import {
  addChannel,
  createCommunity,
  currentCommunity,
  partsOf,
  showChannels,
  showMembers,
  workspace,
} from './support/communities.ts';
import { freshUsername } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('a community is created with a picture, appears in the rail and opens', async ({ people, openAs }) => {
  test.slow();
  const owner = await people.create('owner');
  const handle = freshUsername('tea');
  const page = await openAs(owner);
  await page.goto('/communities');
  await expect(page.getByText(messages.selectChannel, { exact: true })).toBeVisible();
  await showChannels(page);
  await page.getByRole('button', { name: 'Add a community' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
  await dialog.getByRole('link', { name: 'Create Community', exact: true }).click();
  await expect(page).toHaveURL('/community/create');

  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await dismissAlert(page, 'Community Name must be provided');
  await dismissAlert(page, 'Community Handle must be provided');
  await page.getByLabel('Community Name').fill('Late Night Tea');
  await page.getByLabel('Community Handle').fill('no spaces');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await dismissAlert(page, 'Community Handle should only contain alphabets, numbers and underscore');
  await expect(page.getByLabel('Community Handle')).toBeFocused();
  await page.getByLabel('Community Handle').fill(handle);

  await page.getByLabel('Community picture file').setInputFiles(fixture('alpha.png'));
  const crop = page.getByRole('button', { name: 'Crop', exact: true });
  await expect(crop).toBeEnabled();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await dismissAlert(page, messages.pendingCrop);
  await crop.click();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Create', exact: true }).click();

  await expect(page).toHaveURL('/communities');
  await showChannels(page);
  const { rail } = partsOf(page);
  const entry = rail.getByRole('link', { name: 'Late Night Tea', exact: true });
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await expect
    .poll(() => entry.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect.poll(() => currentCommunity(page)).toBe(handle);
  await expect(page.getByRole('paragraph').filter({ hasText: /^1 member$/ })).toBeVisible();
  await expect(page.getByText('No channels yet.', { exact: true })).toBeVisible();
  await expect(page.getByText('Late Night Tea has no channels yet.')).toBeAttached();

  const other = await openAs(owner);
  await other.goto('/community/create');
  await other.getByLabel('Community Name').fill('Another');
  await other.getByLabel('Community Handle').fill(handle.toUpperCase());
  await other.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(other.getByRole('alertdialog')).toContainText(/taken/i);
  await other.getByRole('alertdialog').getByRole('button').click();
  await expect(other.getByLabel('Community Name'), 'nothing typed is lost').toHaveValue('Another');
  await other.reload();
  await expect(other.getByLabel('Community Name')).toHaveValue('Another');
});

test('a popular community in the feed opens without joining, and Join joins it', async ({ people, openAs }) => {
  const owner = await people.create('owner');
  const community = await createCommunity(owner, 'Rust and sea');
  const visitor = await people.create('visitor');
  const page = await openAs(visitor);
  // Other tests create communities, too; this one is made to be in the top ten.
  await page.route('**/v1/communities', async (route) => {
    const answer = await route.fetch();
    const { communities } = await answer.json();
    const others = communities.filter((one: { community_id: string }) => one.community_id !== community.community_id);
    await route.fulfill({ response: answer, json: { communities: [{ ...community, joined: false }, ...others] } });
  });
  await page.goto('/feed');
  await expect(page.getByRole('heading', { name: 'Popular Communities' })).toBeVisible();
  const list = page.getByRole('list', { name: 'Popular communities' });
  await list.getByRole('link', { name: /^Rust and sea/ }).click();
  await expect(page).toHaveURL(workspace(community));
  await expect(page.getByRole('button', { name: 'Join Rust and sea' }), 'opening is not joining').toBeVisible();
  const { rail, members } = partsOf(page);
  await expect(rail.getByRole('link', { name: 'Rust and sea' })).toHaveCount(0);

  await page.goBack();
  await list.getByRole('button', { name: 'Join Rust and sea' }).click();
  await expect(page).toHaveURL(workspace(community));
  await expect(rail.getByRole('link', { name: 'Rust and sea' })).toHaveAttribute('aria-current', 'page');
  await expect(members.getByRole('heading', { name: 'Members - 2', exact: true })).toBeVisible();
});

test('search finds communities; a result joins, appears in the rail without a reload and opens', async ({
  people,
  openAs,
}) => {
  const owner = await people.create('owner');
  const word = freshUsername('zyx').replaceAll('_', '');
  const community = await createCommunity(owner, `Gardeners ${word}`);
  await addChannel(owner, community, 'general');
  const visitor = await people.create('visitor');
  const page = await openAs(visitor);
  await page.goto('/communities');
  const { search, rail, channels } = partsOf(page);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/v1/communities/search?*', async (route) => {
    await held;
    await route.continue();
  });
  await search.fill('nothing has this name');
  await expect(page.getByText(messages.searching, { exact: true }).first()).toBeVisible();
  release();
  await expect(page.getByText(messages.noResults, { exact: true }).first()).toBeVisible();
  await page.unroute('**/v1/communities/search?*');

  const loads = await page.evaluate(() => performance.timeOrigin);
  await search.fill(word);
  await page.getByRole('option', { name: new RegExp(`Gardeners ${word}`) }).click();
  await showChannels(page);
  await expect(rail.getByRole('link', { name: `Gardeners ${word}` })).toHaveAttribute('aria-current', 'page');
  await expect(channels.getByRole('link', { name: '# general', exact: true })).toBeVisible();
  expect(await page.evaluate(() => performance.timeOrigin), 'no reload').toBe(loads);
  await expect.poll(() => currentCommunity(page)).toBe(community.community_handle);
  await showMembers(page);
  await expect(page.getByRole('heading', { name: 'Members - 2', exact: true })).toBeVisible();
});

test("a link to a community you're not in offers to join; leaving removes it from the rail", async ({
  people,
  openAs,
}) => {
  const owner = await people.create('owner');
  const community = await createCommunity(owner, 'Tiny Synths');
  await addChannel(owner, community, 'general');
  const visitor = await people.create('visitor');
  const page = await openAs(visitor);
  await page.goto(workspace(community));
  await page.getByRole('button', { name: 'Join Tiny Synths' }).click();
  await showChannels(page);
  const { rail, channels } = partsOf(page);
  await expect(channels.getByRole('link', { name: '# general' })).toBeVisible();
  await page.getByRole('button', { name: 'More about Tiny Synths' }).click();
  await page.getByRole('menuitem', { name: 'Leave community' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure you want to leave Tiny Synths?');
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(rail.getByRole('link', { name: 'Tiny Synths' })).toHaveCount(0);
  await expect.poll(() => currentCommunity(page)).toBeNull();

  const owners = await openAs(owner);
  await owners.goto(workspace(community));
  await showChannels(owners);
  await owners.getByRole('button', { name: 'More about Tiny Synths' }).click();
  await owners.getByRole('menuitem', { name: 'Leave community' }).click();
  await owners.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(owners.getByRole('alertdialog'), 'the last editor stays').toContainText(/community/i);
  await owners.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(partsOf(owners).rail.getByRole('link', { name: 'Tiny Synths' })).toBeVisible();
});

test("a long name in the directory stays inside the phone's screen", { tag: '@phone' }, async ({ people, openAs }) => {
  const owner = await people.create('longname');
  await createCommunity(owner, 'Any');
  const page = await openAs(await people.create('newcomer'));
  await page.route(/\/v1\/communities\?.*size=/, async (route) => {
    const response = await route.fetch();
    const { communities } = (await response.json()) as { communities: { name: string; description: string }[] };
    for (const community of communities) {
      community.name = 'A name of several words that is as long as it may be';
      community.description = 'Averylongwordwithoutanyspaces'.repeat(5);
    }
    await route.fulfill({ response, json: { communities } });
  });
  await page.goto('/communities');
  const card = page.getByRole('list', { name: 'All communities' }).getByRole('listitem').first();
  await expect(card).toBeVisible();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const box = await card.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0), `at ${width}`).toBeLessThanOrEqual(width);
  }
});

test("a long name in an empty place stays inside the phone's screen", { tag: '@phone' }, async ({ people, openAs }) => {
  const owner = await people.create('longplace');
  const name = 'Nachbarschaftsvereinigungstreffpunktgemeinschaft';
  const page = await openAs(owner);
  await page.goto(`${workspace(await createCommunity(owner, name))}&view=posts`);
  const text = page.getByText(name).last();
  await expect(text).toBeVisible();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const box = await text.boundingBox();
    expect(box?.x, `at ${width}`).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0), `at ${width}`).toBeLessThanOrEqual(width);
  }
});
