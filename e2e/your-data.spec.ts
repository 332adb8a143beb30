import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { archivedPost, archiveFiles, zipOf } from '../server/test/archives.ts';
import { unzip } from '../server/test/unzip.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSidewaysScroll,
  test,
} from './support/test.ts';

const picture = join(import.meta.dirname, '../server/test/fixtures/alpha.png');

/** The pages of an archive follow the system. */
async function expectReadableInBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

test('a person downloads all their data, and reads it without a server', async ({ people, openAs }) => {
  const person = await people.create('keeper');
  const posted = await person.api.post('/v1/posts', {
    multipart: {
      content: 'A post to keep <b>',
      files: { name: 'alpha.png', mimeType: 'image/png', buffer: await readFile(picture) },
    },
  });
  expect(posted.status()).toBe(201);
  const page = await openAs(person);
  await page.goto('/settings/data');
  await expect(page.getByRole('heading', { name: 'Download your data' })).toBeVisible();
  await page.getByRole('button', { name: 'Put my data together' }).click();
  const confirming = page.getByRole('dialog', { name: "Confirm that it's you" });
  await confirming.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Ready: /)).toBeVisible({ timeout: 60_000 });
  await expectAccessibleAtBothWidths(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^hubbub-\d{4}-\d\d-\d\d\.zip$/);

  const folder = await mkdtemp(join(tmpdir(), 'hubbub-archive-'));
  try {
    for (const [name, content] of await unzip(await readFile(await download.path()))) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(person.user.username);
    await expectReadableInBothSchemes(page);
    await page.getByRole('link', { name: 'Posts' }).click();
    await expect(page.getByText('A post to keep <b>')).toBeVisible();
    const shown = page.getByRole('img', { name: 'Picture' });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expectReadableInBothSchemes(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect(page).toHaveURL(/index\.html$/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a person imports what they downloaded elsewhere, sees what stayed behind, and the posts say so', async ({
  people,
  openAs,
}, { project }) => {
  const person = await people.create('mover');
  const page = await openAs(person);
  await page.goto('/settings/data');
  const card = page.getByRole('heading', { name: 'Import your data' }).locator('..');
  const choose = (name: string, content: Buffer) =>
    card.getByLabel('ZIP to import').setInputFiles({ name, mimeType: 'application/zip', buffer: content });
  await expect(card.getByRole('button', { name: 'Choose a ZIP' })).toBeVisible();
  await choose('holiday.zip', Buffer.from('not a ZIP'));
  await card.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(card.getByRole('alert')).toContainText("This isn't a ZIP we can read.");
  await expect(card.getByText('holiday.zip')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  const path = 'media/018f0000-0000-7000-8000-0000000000aa.png';
  const posts = [
    archivedPost({ content: 'A heron by the lake', files: [{ path, type: 'image/png', alt: 'A heron' }] }),
    archivedPost({ post_id: 'second', content: 'x'.repeat(1001) }),
  ];
  const zip = await zipOf(archiveFiles({ posts, media: { [path]: await readFile(picture) } }));
  await choose('hubbub-2026-01-01.zip', zip);
  await card.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(card.getByText('Import finished. We went through 2 posts.')).toBeVisible({ timeout: 60_000 });
  await expect(card.getByText(/should not be more than 1000 characters/)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  if (process.env.SHOTS) await card.screenshot({ path: join(process.env.SHOTS, `import-card-${project.name}.png`) });

  const profile = await (await person.api.get(`/v1/users/${person.user.username}`)).json();
  await page.goto(`/posts/${profile.posts[0].post_id}`);
  await expect(page.getByText('Imported · from March 5, 2024, according to its author')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `imported-post-${project.name}.png`) });
});
