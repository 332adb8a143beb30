import { messages } from '@hubbub/contract/platform/messages.ts';
import { share } from './support/actions.ts';
import { localNetworkHost } from './support/browser.ts';
import { bubble, conversationOf, field, openChat, storedTexts } from './support/messages.ts';
import { localNetworkTest } from './support/own-server.ts';
import { password } from './support/people.ts';
import { expect } from './support/test.ts';

const test = localNetworkTest();

// Browsers give such a page no service worker, no clipboard, no locks, and only a part of `crypto`.
test('in a local network without https one votes, comments, copies links, posts and writes messages', async ({
  browser,
  baseURL,
  people,
}) => {
  const [one, other] = [await people.create('nearby', 'Nora Nearby'), await people.create('nearer', 'Nils Nearer')];
  const post = await share(other, 'The hall is open');
  const conversation = await conversationOf(one, other);
  const origin = (baseURL ?? '').replace('localhost', localNetworkHost);
  const page = await browser.newPage({ baseURL: origin });
  await page.goto('/login');
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByLabel('Username or Email').fill(one.user.username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();

  await page.getByRole('button', { name: /^Upvote/ }).click();
  await expect(page.getByRole('button', { name: 'Upvote, 1' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText(messages.copied, { exact: true })).toBeVisible();

  await page.goto(`/posts/${post}`);
  await expect(page.getByRole('button', { name: 'Upvote, 1' })).toHaveAttribute('aria-pressed', 'true');
  const comment = page.getByPlaceholder('Add a comment...');
  await comment.press('ControlOrMeta+v');
  await expect(comment).toHaveValue(`${origin}/posts/${post}`);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('button', { name: 'Comments, 1' })).toBeVisible();

  await openChat(page, conversation);
  await field(page).fill('See you there');
  await field(page).press('Enter');
  await expect(bubble(page, 'See you there')).toBeVisible();
  await expect.poll(() => storedTexts(one, conversation)).toEqual(['See you there']);
});
