import type { Page } from '@playwright/test';
import { share } from './actions.ts';
import { bubble, conversationOf, openChat, sendMessage, storedTexts, type } from './messages.ts';
import { storedOffline } from './offline.ts';
import type { Person } from './people.ts';
import { expect } from './test.ts';

export interface Tunnel {
  ann: Person;
  ben: Person;
  conversation: string;
  /** A post of Ben's. */
  id: string;
}

/** Opens the app on a post that Ann has read, and does five different things without a connection. */
export async function doFiveThings(page: Page, { ann, conversation, id }: Tunnel): Promise<void> {
  const name = ann.user.username;
  await openChat(page, conversation);
  await expect(bubble(page, 'Where are you?')).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(`/posts/${id}`);
  const upvote = page.getByRole('button', { name: 'Upvote, 0' });
  await expect(upvote).toBeVisible();
  await expect
    .poll(() => storedOffline(page, ann.user.user_id))
    .toMatch(/(?=.*Read in the tunnel)(?=.*Where are you\?)/);

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText(`Read in the tunnel by ${name}`)).toBeVisible();
  await upvote.click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: /comment/i }).click();
  const comment = page.getByRole('dialog').getByPlaceholder('Add a comment...');
  await comment.fill('Commented in the tunnel');
  await comment.press('Enter');
  await page.goto(`/chat?conversation=${conversation}`);
  await expect(bubble(page, 'Where are you?')).toBeVisible();
  await type(page, 'In the tunnel');
  await page.goto('/post/upload');
  await page.getByPlaceholder('Type here...').fill(`Posted in the tunnel by ${name}`);
  await page.getByRole('button', { name: 'Share Post' }).click();
  await expect(page.getByText('5 things will be sent when you reconnect.')).toBeVisible();
}

/** Expects each of them to have been done once. @param other a page of Ben's */
export async function expectFiveThings(other: Page, { ann, ben, conversation, id }: Tunnel): Promise<void> {
  const name = ann.user.username;
  // Others share here at the same time, so what's asked is their own profile.
  await expect
    .poll(async () =>
      (await (await ann.api.get(`/v1/users/${name}`)).text()).includes(`Posted in the tunnel by ${name}`),
    )
    .toBe(true);
  await expect.poll(() => storedTexts(ben, conversation)).toEqual(['Where are you?', 'In the tunnel']);
  await other.goto(`/profile/${name}`);
  await expect(other.getByRole('list', { name: 'Posts' }).getByRole('link')).toHaveCount(1);
  const { post } = await (await ann.api.get(`/v1/posts/${id}`)).json();
  expect(post).toMatchObject({ vote_type: 1, bookmarked: true });
  await other.goto(`/posts/${id}`);
  await expect(other.getByRole('button', { name: 'Upvote, 1' })).toBeVisible();
  const { comments } = await (await ben.api.get(`/v1/posts/${id}/comments`)).json();
  expect(comments.map(({ content }: { content: string }) => content)).toEqual(['Commented in the tunnel']);
}

/** What Ann has read before she's without a connection. */
export async function tunnel(ann: Person, ben: Person): Promise<Tunnel> {
  const id = await share(ben, `Read in the tunnel by ${ann.user.username}`);
  const conversation = await conversationOf(ann, ben);
  await sendMessage(ben, conversation, 'Where are you?');
  return { ann, ben, conversation, id };
}
