import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { draftNames, fixture, share } from './support/actions.ts';
import { addChannel, createCommunity, workspace } from './support/communities.ts';
import { conversationOf } from './support/messages.ts';
import { kill, launch } from './support/profiles.ts';
import { expect, test } from './support/test.ts';

const typed = 'Not sent yet, and not lost';

test('text and media in every composer survive a killed browser, appear in a new tab, and belong to one person', async ({
  people,
  baseURL,
}) => {
  const [ada, bob] = [await people.create('killed'), await people.create('partner')];
  const postId = await share(ada, 'Somebody comments on this');
  const community = await createCommunity(ada, 'The Draft House');
  const channel = await addChannel(ada, community, 'general');
  const conversation = await conversationOf(ada, bob);
  const picture = fixture('phone.jpg');

  interface Place {
    address: string;
    sendFromComposer: (page: Page) => Promise<void>;
    check: (page: Page) => Promise<void>;
  }
  const text = (address: string, field: (page: Page) => ReturnType<Page['getByLabel']>): Place => ({
    address,
    sendFromComposer: (page) => field(page).fill(typed),
    check: (page) => expect(field(page)).toHaveValue(typed),
  });
  const message = (page: Page) => page.getByPlaceholder('Type Your Message Here');
  const places: Place[] = [
    {
      address: '/post/upload',
      sendFromComposer: async (page) => {
        await page.locator('input[type=file]').setInputFiles(picture);
        await expect(page.getByRole('button', { name: 'Show phone.jpg' })).toBeVisible();
        await page.getByPlaceholder('Type here...').fill(typed);
      },
      check: async (page) => {
        await expect(page.getByPlaceholder('Type here...')).toHaveValue(typed);
        await expect(page.getByRole('button', { name: 'Show phone.jpg' })).toBeVisible();
      },
    },
    text(`/posts/${postId}`, (page) => page.getByLabel('Add a comment')),
    text(workspace(community, channel), message),
    {
      address: `/chat?conversation=${conversation}`,
      sendFromComposer: async (page) => {
        await page.getByLabel('Image', { exact: true }).setInputFiles(picture);
        await expect(page.getByAltText('Attached to this message')).toBeVisible();
        await message(page).fill(typed);
      },
      check: async (page) => {
        await expect(message(page)).toHaveValue(typed);
        await expect(page.getByAltText('Attached to this message')).toBeVisible();
      },
    },
    text('/profile/update', (page) => page.getByLabel('Bio')),
    text('/community/create', (page) => page.getByLabel('Name')),
  ];

  const profile = await mkdtemp(join(tmpdir(), 'hubbub-profile-'));
  try {
    const first = await launch(profile, ada, baseURL ?? '');
    const pages: Page[] = [];
    for (const { address } of places) {
      const page = await first.newPage();
      pages.push(page);
      await page.goto(address);
    }
    for (const [index, { sendFromComposer }] of places.entries()) {
      await pages[index]?.bringToFront();
      await sendFromComposer(pages[index] as Page);
    }
    const [page] = pages as [Page];
    // Two of them have media, too.
    await expect.poll(async () => (await draftNames(page)).length, { timeout: 1_000 }).toBe(places.length + 2);
    await kill(profile);

    const second = await launch(profile, ada, baseURL ?? '');
    for (const { address, check } of places) {
      const tab = await second.newPage();
      await tab.goto(address);
      await check(tab);
    }
    const settings = await second.newPage();
    await settings.goto('/settings');
    await settings.getByRole('main').getByRole('button', { name: 'Log Out' }).click();
    await expect(settings).toHaveURL('/');
    await expect.poll(() => draftNames(settings)).toEqual([]);
    await second.close();
  } finally {
    await kill(profile);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('a page from before an update asks to be loaded again, and nothing that was typed is lost', async ({
  people,
  openAs,
}) => {
  const person = await people.create('updated');
  const postId = await share(person, 'Somebody comments on this');
  const page = await openAs(person);
  let isUpdated = false;
  await page.route('**/assets/**', (route) => (isUpdated ? route.fulfill({ status: 404 }) : route.continue()));
  await page.goto(`/posts/${postId}`);
  await page.getByLabel('Add a comment').fill(typed);
  isUpdated = true;
  await page.getByRole('link', { name: 'Saved' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('Hubbub has been updated')).toBeVisible();
  // The new version's page refers to files that are there.
  isUpdated = false;
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Saved' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Add a comment')).toHaveValue(typed);
});
