import type { Locator, Page } from '@playwright/test';
import { fixture, share } from './support/actions.ts';
import { expect, expectAccessibleAtBothWidths, expectNoSidewaysScroll, test } from './support/test.ts';

/** A post on its own page, or wherever else only one shows this text. */
const card = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text });

async function openComposer(page: Page, text: string): Promise<void> {
  await page.goto('/post/upload');
  await page.getByPlaceholder('Type here...').fill(text);
}

async function sharePost(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share Post' }).click();
  await expect(page).toHaveURL('/feed');
}

test('the composer suggests describing each file, and everybody can read what a picture shows', async ({
  people,
  openAs,
}) => {
  const author = await people.create('describer', 'Dee Scriber');
  const page = await openAs(author);
  const text = `Described ${process.pid}`;
  await openComposer(page, text);
  await page.locator('input[type=file]').setInputFiles(['alpha.png', 'clip.mp4'].map(fixture));
  await page.getByRole('button', { name: 'Show alpha.jpg' }).click();
  await page
    .getByRole('textbox', { name: 'Describe this picture' })
    .fill('A glass cube on a table, lit from the left.');
  await page.getByRole('button', { name: 'Show clip.mp4' }).click();
  await expect(page.getByRole('textbox', { name: 'Describe this video' })).toHaveValue('');
  await page.getByRole('button', { name: 'Show alpha.jpg' }).click();
  await expectAccessibleAtBothWidths(page);
  await sharePost(page);

  const shared = card(page, text).first();
  await expect(shared.getByAltText('A glass cube on a table, lit from the left.')).toBeVisible();
  const mark = shared.getByRole('button', { name: 'ALT: read the description' });
  await expectAccessibleAtBothWidths(page);
  await mark.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Description' });
  await expect(dialog).toContainText('lit from the left.');
  await expectAccessibleAtBothWidths(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(mark).toBeFocused();
});

test('a saved post is found again under Saved, until it is taken off the list', async ({ people, openAs }) => {
  const [author, reader] = [await people.create('saved_author'), await people.create('saver')];
  const text = `Keep this ${process.pid}`;
  const id = await share(author, text);
  const page = await openAs(reader);
  await page.goto('/bookmarks');
  await expect(page.getByText('No saved posts yet')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.goto(`/posts/${id}`);
  const save = card(page, text).getByRole('button', { name: 'Save' });
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/bookmark'));
  await save.click();
  await expect(save).toHaveAttribute('aria-pressed', 'true');
  await stored;
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Saved Posts' }).click();
  await expect(page).toHaveURL('/bookmarks');
  const kept = card(page, text);
  await expect(kept).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  const removed = page.waitForResponse((answer) => answer.url().endsWith('/bookmark'));
  await kept.getByRole('button', { name: 'Save' }).click();
  await removed;
  await page.reload();
  await expect(page.getByText('No saved posts yet')).toBeVisible();
});

test('a poll is asked, answered once, and shows its results', async ({ people, openAs }) => {
  const [author, voter] = [await people.create('pollster', 'Polly Ster'), await people.create('voter')];
  const asking = await openAs(author);
  const text = `Where do we meet? ${process.pid}`;
  await openComposer(asking, text);
  await asking.getByRole('button', { name: 'Add a poll' }).click();
  await asking.getByRole('textbox', { name: 'Choice 1' }).fill('By the river');
  await asking.getByRole('textbox', { name: 'Choice 2' }).fill('In the park, next to the old oak tree');
  await asking.getByRole('button', { name: 'Add a choice' }).click();
  await asking.getByRole('textbox', { name: 'Choice 3' }).fill('At home');
  await expectAccessibleAtBothWidths(asking);
  await sharePost(asking);
  const link = card(asking, text)
    .first()
    .getByRole('link', { name: /open the post$/ });
  const address = (await link.getAttribute('href')) ?? '';

  const page = await openAs(voter);
  await page.goto(address);
  const shared = card(page, text);
  const vote = shared.getByRole('button', { name: 'Vote', exact: true });
  await expect(vote).toBeDisabled();
  await expectAccessibleAtBothWidths(page);
  await shared.getByRole('radio', { name: 'By the river' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(vote).toBeFocused();
  await page.keyboard.press('Enter');
  const results = shared.getByRole('list', { name: 'Poll results' });
  await expect(results.getByRole('listitem').first()).toContainText('100%');
  await expect(shared.getByText(/^1 vote · 23 hours left/)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.reload();
  await expect(results.getByRole('listitem').first()).toContainText('your vote');
});

test('a post is quoted from its menu, and the quote says so once the post is gone', async ({ people, openAs }) => {
  const [author, reader] = [await people.create('quoted', 'Quinn Oted'), await people.create('quoter')];
  const original = `The original thought ${process.pid}`;
  const id = await share(author, original, 'alpha.png');
  const page = await openAs(reader);
  await page.goto(`/posts/${id}`);
  await card(page, original).getByRole('button', { name: 'Post menu' }).click();
  await page.getByRole('menuitem', { name: 'Quote', exact: true }).click();
  await expect(page.getByRole('link', { name: /^Quoted post by/ })).toContainText(original);
  const text = `What I make of it ${process.pid}`;
  await page.getByPlaceholder('Type here...').fill(text);
  await expectAccessibleAtBothWidths(page);
  await sharePost(page);
  const shared = card(page, text).first();
  await expect(shared.getByRole('link', { name: /^Quoted post by/ })).toContainText(original);
  await expectAccessibleAtBothWidths(page);
  const address = await shared.getByRole('link', { name: /open the post$/ }).getAttribute('href');
  await shared.getByRole('link', { name: /^Quoted post by/ }).click();
  await expect(page).toHaveURL(`/posts/${id}`);
  await author.api.delete(`/v1/posts/${id}`);
  await page.goto(address ?? '');
  await expect(card(page, text).getByText("This post isn't available.")).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});
