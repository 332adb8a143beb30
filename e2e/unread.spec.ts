import * as communities from './support/communities.ts';
import { conversationOf, sendMessage } from './support/messages.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

test('the title, Messages and Communities show the same count on every page, and the rail shows each community its own', async ({
  people,
  openAs,
}) => {
  const [ada, bob] = [await people.create('count_ada'), await people.create('count_bob')];
  const tea = await communities.createCommunity(ada, 'Tea');
  const cake = await communities.createCommunity(ada, 'Cake');
  for (const community of [tea, cake]) await communities.joinCommunity(bob, community);
  const green = await communities.addChannel(ada, tea, 'green');
  const black = await communities.addChannel(ada, tea, 'black');
  await communities.addChannel(ada, cake, 'crumbs');
  await sendMessage(ada, await conversationOf(ada, bob), 'hello');
  for (const channel of [green, black]) await communities.sendMessage(ada, channel, 'news');

  const page = await openAs(bob);
  for (const path of ['/feed', '/settings', '/profile', '/post/upload']) {
    await page.goto(path);
    await expect(page).toHaveTitle(/^\(1\) .* · Hubbub$/);
    await expect(page.getByRole('link', { name: /^Messages,? 1 unread/ }).filter({ visible: true })).toHaveCount(1);
    await expect(page.getByRole('link', { name: /^Communities,? 2 unread/ }).filter({ visible: true })).toHaveCount(1);
  }
  await expectAccessibleAtBothWidths(page);
  await page.goto('/chat');
  await expect(page).toHaveTitle('(1) Messages · Hubbub');
  await expect(page.getByRole('link', { name: /^Communities,? 2 unread/ }).filter({ visible: true })).toHaveCount(1);

  await page.goto(`/communities?community=${cake.community_handle}`);
  const rail = page.getByRole('navigation', { name: 'Communities' });
  await communities.showChannels(page);
  await expect(rail.getByRole('link', { name: 'Tea, 2 unread' })).toBeVisible();
  await expect(rail.getByRole('link', { name: 'Cake', exact: true })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.goto(communities.workspace(tea, green));
  await communities.showChannels(page);
  await expect(rail.getByRole('link', { name: 'Tea, 1 unread' })).toBeVisible();
});
