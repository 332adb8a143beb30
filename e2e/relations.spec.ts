import type { Page } from '@playwright/test';
import { share } from './support/actions.ts';
import { addChannel, createCommunity, joinCommunity, partsOf, sendMessage, workspace } from './support/communities.ts';
import * as chat from './support/messages.ts';
import { expect, expectAccessibleAtBothWidths, expectAccessibleInBothThemes, test } from './support/test.ts';

/** Chooses an action from an open menu, and confirms it. */
async function chooseAndConfirm(page: Page, action: 'Block' | 'Mute', username: string): Promise<void> {
  await page.getByRole('menuitem', { name: `${action} @${username}` }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(`${action} @${username}?`)).toBeVisible();
  await expect(question.getByText("They won't be told")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await question.getByRole('button', { name: action }).click();
  await expect(
    page.getByText(`@${username} is ${action === 'Block' ? 'blocked' : 'muted'}`, { exact: true }),
  ).toBeVisible();
}

test("a blocked person's profile is gone, their messages in a channel are collapsed, and Settings takes it back, in both themes", async ({
  people,
  openAs,
}) => {
  const [ada, bob] = [await people.create('ada'), await people.create('bob')];
  const { username } = bob.user;
  const community = await createCommunity(bob, 'Tea');
  await joinCommunity(ada, community);
  const channel = await addChannel(bob, community, 'general');
  await sendMessage(bob, channel, 'Good morning');

  const page = await openAs(ada);
  await page.goto(`/profile/${username}`);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await chooseAndConfirm(page, 'Block', username);
  await expect(page.getByText('User not found').first()).toBeVisible();

  await page.goto(workspace(community, channel));
  const collapsed = page.getByText('Message from someone you blocked');
  await expect(collapsed).toHaveCount(1);
  await expect(partsOf(page).line('Good morning')).toBeHidden();
  await sendMessage(bob, channel, 'Anyone there?');
  await expect(collapsed).toHaveCount(2);
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: 'Show', exact: true }).first().click();
  await expect(partsOf(page).line('Good morning')).toBeVisible();
  await expect(collapsed).toHaveCount(1);

  await page.goto('/settings/privacy');
  await page.getByRole('link', { name: 'Blocked and Muted' }).click();
  await expect(page.getByRole('list', { name: 'Blocked people' })).toContainText(username);
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: `Unblock @${username}` }).click();
  await expect(page.getByText("You haven't blocked anyone")).toBeVisible();
  await page.goto(workspace(community, channel));
  await expect(partsOf(page).line('Anyone there?')).toBeVisible();
});

test('nobody can write to a conversation with a blocked person until the block is taken back', async ({
  people,
  openAs,
}) => {
  const [ada, bob] = [await people.create('ada'), await people.create('bob')];
  const { username } = bob.user;
  const conversation = await chat.conversationOf(ada, bob);
  await chat.sendMessage(bob, conversation, 'Hello Ada');
  expect((await ada.api.put(`/v1/users/${username}/block`)).status()).toBe(200);

  const theirs = await openAs(bob);
  await theirs.goto(`/chat?conversation=${conversation}`);
  await expect(theirs.getByText("You can't message each other.")).toBeVisible();
  await expect(chat.field(theirs)).toBeHidden();

  const page = await openAs(ada);
  await page.goto(`/chat?conversation=${conversation}`);
  await expect(page.getByText(`You blocked @${username}.`)).toBeVisible();
  await expect(chat.bubble(page, 'Hello Ada')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: `Unblock @${username}` }).click();
  await expect(chat.field(page)).toBeVisible();
  await chat.type(page, 'Hello again');
  await expect(chat.bubble(page, 'Hello again')).toBeVisible();
});

test('the menu of a post offers Mute and Block to everyone but its author', async ({ people, openAs }) => {
  const [ada, bob] = [await people.create('ada'), await people.create('bob')];
  const { username } = bob.user;
  const id = await share(bob, 'A post to mute');
  const page = await openAs(ada);
  await page.goto(`/posts/${id}`);
  await page.getByRole('button', { name: 'Post menu' }).click();
  await chooseAndConfirm(page, 'Mute', username);
  await page.goto(`/profile/${username}`);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: `Unmute @${username}` }).click();
  await expect(page.getByText(`@${username} is no longer muted`, { exact: true })).toBeVisible();

  const own = await openAs(bob);
  await own.goto(`/posts/${id}`);
  await own.getByRole('button', { name: 'Post menu' }).click();
  await expect(own.getByRole('menuitem', { name: 'Delete Post' })).toBeVisible();
  await expect(own.getByRole('menuitem', { name: /^Block/ })).toBeHidden();
});
