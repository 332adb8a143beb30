import { messages } from '@hubbub/contract/platform/messages.ts';
import type { Locator, Page } from '@playwright/test';
import { share } from './support/actions.ts';
import type { Person } from './support/people.ts';
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts';

async function comment(person: Person, postId: string, content: string, parentId?: string): Promise<string> {
  const data = { content, ...(parentId !== undefined && { parent_id: parentId }) };
  const answer = await person.api.post(`/v1/posts/${postId}/comments`, { data });
  expect(answer.status()).toBe(201);
  return (await answer.json()).comment.comment_id;
}

/** Opens a post with its comments: beside it, and on phones in a dialog. */
async function openComments(page: Page, postId: string): Promise<Locator> {
  await page.goto(`/posts/${postId}`);
  const isNarrow = (page.viewportSize()?.width ?? 0) < 768;
  if (!isNarrow) return page.getByRole('region', { name: /^Comments/ });
  await page.getByRole('button', { name: /^Comments,/ }).click();
  return page.getByRole('dialog', { name: /^Comments/ });
}

const item = (place: Locator, text: string) =>
  place
    .getByRole('listitem')
    .filter({ hasText: text })
    .filter({ hasNot: place.page().getByRole('list', { name: /^Replies/ }) });

test('a thread shows its first replies, the rest on request, and takes a reply from the keyboard, in both themes @phone', async ({
  people,
  openAs,
}) => {
  const [ada, bob] = [await people.create('ada'), await people.create('bob')];
  const postId = await share(ada, 'Which plants grow in the shade of an oak?');
  const first = await comment(bob, postId, 'Ferns do well, and wild garlic comes by itself in spring.');
  for (const n of [1, 2, 3, 4, 5]) await comment(n % 2 === 0 ? ada : bob, postId, `Answer number ${n}`, first);
  await comment(ada, postId, 'Thank you all.');

  const page = await openAs(ada);
  const place = await openComments(page, postId);
  const replies = place.getByRole('list', { name: `Replies to ${bob.user.username}` });
  await expect(replies.getByText('Answer number 3')).toBeVisible();
  await expect(replies.getByText('Answer number 4')).toBeHidden();
  await replies.getByRole('button', { name: 'Show 2 more replies' }).click();
  await expect(replies.getByText('Answer number 5')).toBeVisible();
  await expect(replies.getByRole('button', { name: /more repl/ })).toBeHidden();

  const opener = replies.getByRole('button', { name: `Reply to ${bob.user.username}` }).first();
  await opener.press('Enter');
  const field = place.getByRole('textbox', { name: `Reply to @${bob.user.username}` });
  await expect(field).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.type('I planted some last autumn');
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('I planted some last autumn');
  await page.keyboard.press('Enter');
  await expect(opener).toBeFocused();
  await expect(replies.getByRole('listitem').last()).toContainText(`@${bob.user.username}`);
  await expect(replies.getByRole('listitem').last()).toContainText('I planted some last autumn');
  await expect(place.getByText('Sending')).toBeHidden();
  await expect(page.getByText('Comments (8)')).toBeVisible();
});

test('a comment is edited in its place, reacted to and deleted; with replies it leaves its place @phone', async ({
  people,
  openAs,
}) => {
  const [ada, bob] = [await people.create('ada'), await people.create('bob')];
  const postId = await share(ada, 'The old mill is open again.');
  const first = await comment(ada, postId, 'Sinse when?');
  await comment(bob, postId, 'Since Monday.', first);
  const page = await openAs(ada);
  const place = await openComments(page, postId);
  const menu = place.getByRole('button', { name: `Menu of ${ada.user.username}'s comment` });

  await menu.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const editor = place.getByRole('textbox', { name: 'Edit your comment' });
  await expect(editor).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await editor.fill('Since when?');
  await page.keyboard.press('Enter');
  await expect(place.getByText('Since when?')).toBeVisible();
  await expect(place.getByText('edited', { exact: true })).toBeVisible();
  await expect(menu).toBeFocused();

  const reply = item(place, 'Since Monday.');
  await reply.getByRole('button', { name: 'Add a reaction' }).click();
  await page.getByRole('button', { name: 'Red heart' }).first().click();
  const heart = reply.getByRole('button', { name: '❤️, 1' });
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expectAccessibleInBothThemes(page);
  await heart.click();
  await expect(heart).toBeHidden();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const confirm = page.getByRole('alertdialog');
  await expect(confirm.getByText(messages.confirmDeleteComment)).toBeVisible();
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expect(place.getByText('This comment was deleted.')).toBeVisible();
  await expect(place.getByText('Since Monday.')).toBeVisible();
  await expect(page.getByText('Comments (1)')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);

  // Whoever wrote the post can delete what others wrote under it; the place goes with the last reply.
  await place.getByRole('button', { name: `Menu of ${bob.user.username}'s comment` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(place.getByText(messages.noComments)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Comments, 0' })).toBeVisible();
});
