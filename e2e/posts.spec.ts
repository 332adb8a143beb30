import { messages } from '@hubbub/contract/platform/messages.ts';
import type { Locator, Page } from '@playwright/test';
import { fixture, settled, share } from './support/actions.ts';
import {
  expect,
  expectAccessibleAtBothWidths,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  test,
} from './support/test.ts';

const card = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text });

/** Scrolls the feed down to a post: other tests post at the same time, so it may not be at the top. */
async function scrollToPost(page: Page, text: string): Promise<Locator> {
  await expect(page.getByRole('article').first()).toBeVisible();
  const found = card(page, text).first();
  await expect(async () => {
    if (!(await found.isVisible())) await page.mouse.wheel(0, 900);
    await expect(found).toBeVisible({ timeout: 500 });
  }).toPass();
  return found;
}

/** Opens the feed and scrolls to a post. */
async function findInFeed(page: Page, text: string): Promise<Locator> {
  await page.goto('/feed');
  return await scrollToPost(page, text);
}

let texts = 0;
/** A text no other test has. */
const unique = (start: string) => {
  texts += 1;
  return `${start} ${process.pid}-${texts}`;
};

test('a person posts text with a picture, a video and a sound; another person sees it, votes, comments and shares', async ({
  people,
  openAs,
}) => {
  const [author, reader] = [await people.create('author', 'Ann Author'), await people.create('reader')];
  const text = unique('Look at all of this https://example.org/path');
  const mine = await openAs(author);
  await mine.goto('/post/upload');
  await mine.getByPlaceholder('Type here...').fill(text);
  await mine.locator('input[type=file]').setInputFiles(['phone.jpg', 'alpha.png', 'clip.mp4', 'tone.mp3'].map(fixture));
  await expect(mine.getByRole('button', { name: 'Show phone.jpg' })).toBeVisible();
  await mine.getByRole('button', { name: 'Share Post' }).click();
  await expect(mine).toHaveURL('/feed');
  await scrollToPost(mine, text);

  const theirs = await openAs(reader);
  const seen = await findInFeed(theirs, text);
  await expect(seen.getByRole('link', { name: 'https://example.org/path' })).toHaveAttribute('rel', /noopener/);
  await expect(seen.getByRole('button', { name: 'Previous media' })).toBeDisabled();
  for (let step = 0; step < 3; step += 1) await seen.getByRole('button', { name: 'Next media' }).click();
  await expect(seen.getByRole('button', { name: 'Next media' })).toBeDisabled();
  await seen.getByRole('button', { name: 'Post menu' }).click();
  await expect(theirs.getByRole('menuitem', { name: /^Block/ })).toBeVisible();
  await expect(theirs.getByRole('menuitem', { name: 'Delete Post' })).toBeHidden();
  await theirs.keyboard.press('Escape');

  await seen.getByRole('button', { name: /^Upvote/ }).click();
  await expect(seen.getByRole('button', { name: 'Upvote, 1' })).toHaveAttribute('aria-pressed', 'true');
  await seen.getByRole('button', { name: /^Downvote/ }).click();
  await expect(seen.getByRole('button', { name: 'Upvote, 0' })).toHaveAttribute('aria-pressed', 'false');
  await expect(seen.getByRole('button', { name: 'Downvote, 1' })).toHaveAttribute('aria-pressed', 'true');

  await seen.getByRole('button', { name: /^Comments/ }).click();
  const dialog = theirs.getByRole('dialog');
  await expect(dialog.getByText(messages.noComments)).toBeVisible();
  await expect(dialog.getByText(messages.firstComment)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
  await dialog.getByPlaceholder('Add a comment...').fill('What a view');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByRole('listitem').first()).toContainText('What a view');
  await expect(dialog.getByPlaceholder('Add a comment...')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(seen.getByRole('button', { name: 'Comments, 1' })).toBeVisible();

  await seen.getByRole('button', { name: 'Share' }).click();
  await expect(theirs.getByText(messages.copied, { exact: true })).toBeVisible();
  const link = await theirs.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/^http:\/\/localhost:\d+\/posts\/[\w-]+$/);

  await theirs.goto(link);
  await expect(card(theirs, text).getByRole('button', { name: 'Downvote, 1' })).toHaveAttribute('aria-pressed', 'true');
});

test('the author edits a post, which then says so, and deletes it after a confirmation', async ({ people, openAs }) => {
  const author = await people.create('editor');
  const [text, better] = [unique('Helo'), unique('Hello there')];
  const id = await share(author, text);
  const page = await openAs(author);
  await page.goto(`/posts/${id}`);
  await card(page, text).getByRole('button', { name: 'Post menu' }).click();
  await page.getByRole('menuitem', { name: 'Edit Post' }).click();
  const field = page.getByRole('dialog', { name: 'Edit post' }).getByRole('textbox', { name: 'Text' });
  await expect(field).toBeFocused();
  await expectAccessibleAtBothWidths(page);
  await field.fill(better);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(card(page, better).getByText('edited')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Post menu' })).toBeFocused();
  await expectNoSidewaysScroll(page);

  await findInFeed(page, better);
  const remove = async () => {
    await card(page, better).getByRole('button', { name: 'Post menu' }).click();
    await page.getByRole('menuitem', { name: 'Delete Post' }).click();
    const confirm = page.getByRole('alertdialog');
    await expect(confirm.getByText(messages.confirmDeletePost)).toBeVisible();
    return confirm;
  };
  await (await remove()).getByRole('button', { name: 'Cancel' }).click();
  await expect(card(page, better)).toBeVisible();
  await (await remove()).getByRole('button', { name: 'Delete' }).click();
  await expect(card(page, better)).toBeHidden();
  expect((await author.api.get(`/v1/posts/${id}`)).status()).toBe(404);
});

test('the feed is endless, keeps its place, and ends', async ({ people, openAs }) => {
  const author = await people.create('prolific');
  const first = unique('The oldest of many');
  await share(author, first);
  for (let count = 0; count < 11; count += 1) await share(author, unique('One of many'));
  const page = await openAs(author);
  const target = await findInFeed(page, first);
  const link = target.getByRole('link', { name: /open the post$/ });
  // A click scrolls to its target; what counts is where the page is left.
  await link.click({ trial: true });
  const before = await settled(target);
  await link.click();
  await expect(page).toHaveURL(/\/posts\//);
  await page.goBack();
  await expect(target).toBeVisible();
  expect(Math.abs((await settled(target)) - before)).toBeLessThan(120);
});

test('what is typed survives a reload; files are limited to ten and to media; without a connection, the post waits', async ({
  people,
  openAs,
}) => {
  const author = await people.create('composer');
  const page = await openAs(author);
  await page.goto('/post/upload');
  const alert = page.getByRole('alertdialog');
  const dismiss = async (text: string) => {
    await expect(alert.getByText(text, { exact: true })).toBeVisible();
    await alert.getByRole('button').last().click();
  };

  await page.getByRole('button', { name: 'Share Post' }).click();
  await dismiss(messages.contentRequired);

  const picker = page.locator('input[type=file]');
  await picker.setInputFiles([fixture('alpha.png'), fixture('fixtures.ts')]);
  await dismiss(messages.unsupportedFiles);
  await expect(page.getByRole('button', { name: 'Show alpha.jpg' })).toBeVisible();

  await picker.setInputFiles(new Array(10).fill(fixture('still.webp')));
  await dismiss(messages.tooManyFiles);
  await expect(page.getByRole('list', { name: 'Post media' }).getByRole('listitem')).toHaveCount(1);

  await page.getByPlaceholder('Type here...').fill('A draft that stays');
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByPlaceholder('Type here...')).toHaveValue('A draft that stays');
  await expect(page.getByRole('button', { name: 'Show alpha.jpg' })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Share Post' }).click();
  await expect(page).toHaveURL('/feed');
  await expect(page.getByText('1 thing will be sent when you reconnect.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('article').filter({ hasText: 'A draft that stays' }).getByRole('img')).toBeVisible();
});

test("the box for a new post grows with its text, and Share stays visible above a phone's bar", {
  tag: '@phone',
}, async ({ people, openAs }) => {
  const page = await openAs(await people.create('essayist'));
  await page.goto('/post/upload');
  const field = page.getByRole('textbox', { name: 'Text' });
  const before = (await field.boundingBox())?.height ?? 0;
  const text = Array.from({ length: 30 }, (_, index) => `Line ${index + 1}`).join('\n');
  await field.fill(text);
  expect((await field.boundingBox())?.height ?? 0).toBeGreaterThan(before * 2);
  await page.locator('input[type=file]').setInputFiles([fixture('alpha.png')]);
  await expect(page.getByRole('button', { name: 'Show alpha.jpg' })).toBeVisible();
  // On a wide screen it's below the text, so that it covers nothing.
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  for (const top of isPhone ? [0, 10_000] : [10_000]) {
    await page.evaluate((to) => window.scrollTo(0, to), top);
    await expect
      .poll(() =>
        page.getByRole('button', { name: 'Share Post' }).evaluate((button) => {
          const { left, top, width, height } = button.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('button') === button;
        }),
      )
      .toBe(true);
  }
});

test('a post page shows its comments beside it on a wide screen only', { tag: '@phone' }, async ({
  people,
  openAs,
  viewport,
}) => {
  const author = await people.create('pageauthor');
  const id = await share(author, unique('On its own page'));
  await author.api.post(`/v1/posts/${id}/comments`, { data: { content: 'The first word' } });
  const page = await openAs(author);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`/posts/${id}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  if ((viewport?.width ?? 0) >= 768) {
    await expect(page.getByText('Comments (1)')).toBeVisible();
    await page.getByPlaceholder('Add a comment...').fill('The second word');
    await page.getByPlaceholder('Add a comment...').press('Enter');
    await expect(page.getByText('Comments (2)')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'The second word' })).toContainText('Reply');
  } else {
    await expect(page.getByText('The first word')).toBeHidden();
    expect(asked.filter((path) => path.endsWith('/comments'))).toEqual([]);
  }
});

test('feed, comments, composer and post are accessible and fit the screen in both themes', {
  tag: '@phone',
}, async ({ people, openAs }) => {
  const author = await people.create('axe', 'نورا الطويلة جدا Ωmega 🌻 with a long name');
  const text = unique(`${'Averylongwordwithoutanyspaces'.repeat(8)} مرحبا`);
  const id = await share(author, text);
  const page = await openAs(author);
  const check = async () => {
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
  };
  const found = await findInFeed(page, 'Averylongword');
  await check();
  await found.getByRole('button', { name: /^Comments/ }).click();
  await expect(page.getByRole('dialog').getByText(messages.noComments)).toBeVisible();
  await check();
  await page.getByRole('dialog').getByRole('button', { name: 'Emoji' }).click();
  await expect(page.getByRole('button', { name: 'Thumbs up' })).toBeVisible();
  await check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goto(`/posts/${id}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await check();
  await page.goto('/post/upload');
  await page.locator('input[type=file]').setInputFiles([fixture('alpha.png'), fixture('tone.mp3')]);
  await expect(page.getByRole('button', { name: 'Show alpha.jpg' })).toBeVisible();
  await check();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.goto('/feed');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test("the feed's first posts come with the page, and only for the person signed in", async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('early'), await people.create('late')];
  const text = unique('</script><script>document.title = "broken"</script> comes early');
  await share(ann, text);
  const page = await openAs(ann);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/posts?size=5')) asked += 1;
  });
  const isKnown = page.waitForResponse((answer) => answer.url().endsWith('/v1/user'));
  await page.goto('/feed');
  await expect(card(page, text)).toBeVisible();
  await expect(page).toHaveTitle(/^Feed/);
  expect(asked, 'the first page is not asked for').toBe(0);
  await page.getByRole('link', { name: 'Hubbub, home' }).filter({ visible: true }).first().click();
  await expect.poll(() => asked, 'Home asks anew').toBe(1);

  // The answer's user is stored, which has to happen before the next step.
  await (await isKnown).finished();
  // The browser has someone else stored, and the server doesn't answer who is signed in: the data in the page counts as someone else's.
  await page.route('**/v1/user', () => undefined);
  await page.evaluate((user) => localStorage.setItem('user', JSON.stringify(user)), bob.user);
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(() => asked).toBeGreaterThan(1);
});
