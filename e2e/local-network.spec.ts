import { messages } from '@hubbub/contract/platform/messages.ts';
import { share } from './support/actions.ts';
import { localNetworkHost } from './support/browser.ts';
import { addChannel, createCommunity, joinCommunity, sendFromComposer, workspace } from './support/communities.ts';
import { bubble, conversationOf, field, openChat, storedTexts } from './support/messages.ts';
import { localNetworkTest } from './support/own-server.ts';
import { password } from './support/people.ts';
import { expect } from './support/test.ts';

const test = localNetworkTest();

/** What Safari 16.4 doesn't have. */
function forgetNewCalls(): void {
  const forget = (owner: object, names: string[]) => {
    for (const name of names) Reflect.deleteProperty(owner, name);
  };
  forget(Promise, ['withResolvers', 'try']);
  forget(Map, ['groupBy']);
  forget(Object, ['groupBy']);
  forget(URL, ['parse', 'canParse']);
  forget(AbortSignal, ['any']);
  forget(Array, ['fromAsync']);
  forget(Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']);
  forget(String.prototype, ['isWellFormed', 'toWellFormed']);
  forget(Uint8Array, ['fromBase64', 'fromHex']);
  forget(Uint8Array.prototype, ['toBase64', 'toHex']);
  forget(globalThis, ['Iterator', 'requestIdleCallback', 'scheduler']);
  forget(Object.getPrototypeOf(Object.getPrototypeOf([].values())), [
    'map',
    'filter',
    'take',
    'drop',
    'flatMap',
    'reduce',
    'toArray',
    'forEach',
    'some',
    'every',
    'find',
  ]);
}

// Browsers give such a page no service worker, no clipboard, no locks, and only a part of `crypto`.
test('with a phone of 2023 in a local network without https one votes, comments, copies links, chats and writes messages', async ({
  browser,
  baseURL,
  people,
}) => {
  const [one, other] = [await people.create('nearby', 'Nora Nearby'), await people.create('nearer', 'Nils Nearer')];
  const post = await share(other, 'The hall is open');
  const conversation = await conversationOf(one, other);
  const origin = (baseURL ?? '').replace('localhost', localNetworkHost);
  const page = await browser.newPage({ baseURL: origin });
  await page.addInitScript(forgetNewCalls);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto('/login?next=/feed');
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

  const community = await createCommunity(other, 'hall');
  await joinCommunity(one, community);
  await page.goto(workspace(community, await addChannel(other, community, 'keys')));
  await sendFromComposer(page, 'Under the mat');
  expect(faults).toEqual([]);
});
