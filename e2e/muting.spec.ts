import * as communities from './support/communities.ts';
import { conversationOf, line, openChat, sendMessage } from './support/messages.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

test("a muted conversation has no badge until it's unmuted", async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('ann'), await people.create('bob')];
  const conversation = await conversationOf(ann, bob);
  await sendMessage(ann, conversation, 'First');
  const page = await openAs(bob);
  const choose = async (choice: string) => {
    await openChat(page, conversation);
    await page.getByRole('button', { name: 'Conversation menu' }).click();
    await page.getByRole('menuitem', { name: 'Notifications' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: choice, exact: true }).click();
    await dialog.getByRole('radio', { name: 'Until tomorrow' }).click();
    await expectAccessibleAtBothWidths(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await choose('Nothing');
  await page.goto('/feed');
  await page.goto('/chat');
  await expect(line(page, ann).getByText('(muted)')).toBeAttached();
  await sendMessage(ann, conversation, 'Second');
  await expect(line(page, ann).getByText('Second')).toBeVisible();
  await expect(page).toHaveTitle('Messages · Hubbub');
  await choose('All messages');
  await page.goto('/feed');
  await sendMessage(ann, conversation, 'Third');
  await expect(page).toHaveTitle('(1) Feed · Hubbub');
});

test("a muted channel isn't counted, and its bell says so", async ({ people, openAs }) => {
  const [ada, bob] = [await people.create('ada'), await people.create('bob')];
  const tea = await communities.createCommunity(ada, 'Tea');
  await communities.joinCommunity(bob, tea);
  const green = await communities.addChannel(ada, tea, 'green');
  const black = await communities.addChannel(ada, tea, 'black');
  const page = await openAs(bob);
  await page.goto(communities.workspace(tea, green));
  await page.getByRole('button', { name: 'Notifications for # green' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: 'Mentions only' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Nothing' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const entry = page.getByRole('list', { name: 'Channels' }).getByRole('link', { name: /green/ });
  await expect(entry.getByText('(muted)')).toBeAttached();
  await page.goto('/feed');
  for (const channel of [green, black]) await communities.sendMessage(ada, channel, 'news');
  await page.reload();
  await expect(page.getByRole('link', { name: /^Communities,? 1 unread/ }).filter({ visible: true })).toHaveCount(1);
});
