import type { Page } from '@playwright/test';
import * as communities from './support/communities.ts';
import { askToDelete, bubble, conversationOf, field, line, list, sendMessage, type } from './support/messages.ts';
import type { Person } from './support/people.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

// Blocking the service worker would log an error on the console.
test.use({ serviceWorkers: 'allow' });

/** A page's failed requests and console errors from now on. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (entry) => {
    if (entry.type() === 'error') complaints.push(`${entry.text()} (${entry.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) {
      complaints.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`);
    }
  });
  return complaints;
}

/** Deletes a conversation from the list, as a person does. */
async function remove(page: Page, other: string): Promise<void> {
  await askToDelete(page, other);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
}

/** A message arrives over the live connection: anything in flight before it has arrived as well. */
async function meetAgain(page: Page, other: Person, conversation: string, text: string): Promise<void> {
  await sendMessage(other, conversation, text);
  await expect(line(page, other)).toContainText(text);
}

test('no request fails while conversations are deleted: in the list, elsewhere, with Back, offline', async ({
  people,
  openAs,
}) => {
  test.slow();
  const [ann, bob, cyd] = [
    await people.create('walk_ann'),
    await people.create('walk_bob'),
    await people.create('walk_cyd'),
  ];
  const [withBob, withCyd] = [await conversationOf(ann, bob), await conversationOf(ann, cyd)];
  await sendMessage(bob, withBob, 'hello from bob');
  await sendMessage(cyd, withCyd, 'hello from cyd');
  const page = await openAs(ann);
  const heard: string[] = [];
  page.on('websocket', (line) => line.on('framereceived', ({ payload }) => heard.push(String(payload))));
  await page.setViewportSize({ width: 1440, height: 900 });
  const complaints = complaintsOf(page);

  await page.goto('/chat');
  await line(page, bob).getByRole('link').click();
  await expect(bubble(page, 'hello from bob')).toBeVisible();
  await remove(page, bob.user.username);
  await expect(page).toHaveURL('/chat');
  await expect(line(page, bob)).toBeHidden();
  await meetAgain(page, bob, withBob, 'back again');
  expect(complaints, 'the open one was deleted').toEqual([]);

  await line(page, bob).getByRole('link').click();
  await expect(bubble(page, 'back again')).toBeVisible();
  await ann.api.delete(`/v1/conversations/${withBob}`);
  await expect(page).toHaveURL('/chat');
  await expect(line(page, bob)).toBeHidden();
  await meetAgain(page, cyd, withCyd, 'still here');
  expect(complaints, 'another device deleted the open one').toEqual([]);

  await line(page, cyd).getByRole('link').click();
  await expect(bubble(page, 'still here')).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await expect(page).toHaveURL('/feed');
  await ann.api.delete(`/v1/conversations/${withCyd}`);
  // Known before going back: deleting the open conversation leads to the list.
  await expect.poll(() => heard.filter((text) => text.includes(withCyd) && text.includes('"deleted"'))).toHaveLength(1);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.goBack();
  await expect(page.getByText('Conversation not found')).toBeVisible();
  await expect(field(page)).toBeHidden();
  // A page that wasn't notified, because it had only just opened, requests this one and gets a 404, and no other.
  const others = complaints.filter((text) => /^\d/.test(text) && !text.includes(withCyd));
  expect(others, 'Back leads to one that is deleted').toEqual([]);
  complaints.length = 0;

  await page.context().setOffline(true);
  await expect(page.getByText(/You're offline\. We'll send/)).toBeVisible();
  const again = page.waitForResponse((response) => new URL(response.url()).pathname === '/v1/conversations');
  await page.context().setOffline(false);
  await again;
  await expect(page.getByText(/You're offline\. We'll send/)).toBeHidden();
  await meetAgain(page, bob, withBob, 'third time');
  expect(complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);

  // A conversation brought back by the other person's message is there again.
  await meetAgain(page, cyd, withCyd, 'back from cyd');
  await expect(bubble(page, 'back from cyd')).toBeVisible();
  await expect(field(page)).toBeVisible();
  await type(page, 'welcome back');
  await expect(bubble(page, 'welcome back')).toContainText('Sent');
});

test('when the other person deletes their account, an open page shows it right away in header, list and field, and no request fails', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('live_ann'), await people.create('live_bob', 'Bob Live')];
  const conversation = await conversationOf(ann, bob);
  await sendMessage(bob, conversation, 'my last words');
  const [page, elsewhere] = [await openAs(ann), await openAs(ann)];
  const complaints = complaintsOf(page);
  await elsewhere.goto('/chat');
  await expect(line(elsewhere, bob)).toContainText('my last words');
  await page.goto(`/chat?conversation=${conversation}`);
  await expect(page.getByRole('heading', { name: 'Bob Live' })).toBeVisible();
  await field(page).fill('What I was about to say');

  expect((await bob.api.delete('/v1/users')).status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'Deleted User' })).toBeVisible();
  await expect(field(page)).toBeHidden();
  await expect(page.getByText('This account was deleted.')).toBeVisible();
  await expect(bubble(page, 'my last words')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await expect(list(elsewhere).getByRole('listitem').filter({ hasText: 'deleted_user' })).toContainText(
    'my last words',
  );
  await expect(line(elsewhere, bob)).toHaveCount(0);
  await elsewhere.reload();
  await list(elsewhere).getByRole('listitem').filter({ hasText: 'deleted_user' }).getByRole('link').click();
  await expect(elsewhere.getByRole('heading', { name: 'Deleted User' })).toBeVisible();
  await expect(bubble(elsewhere, 'my last words')).toBeVisible();
  await expect(elsewhere.getByText('This account was deleted.')).toBeVisible();

  await remove(elsewhere, 'deleted_user');
  await expect(elsewhere.getByText('No conversations yet')).toBeVisible();
  await expect(page).toHaveURL('/chat');
  await expect(page.getByText('No conversations yet')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('when a member deletes their account, the open community shows it right away in the members and their messages', async ({
  people,
  openAs,
}) => {
  const [ada, bob] = [await people.create('left_ada'), await people.create('left_bob')];
  const community = await communities.createCommunity(ada, 'Farewell');
  const channel = await communities.addChannel(ada, community, 'general');
  await communities.joinCommunity(bob, community);
  await communities.sendMessage(bob, channel, 'so long');
  const page = await openAs(ada);
  const complaints = complaintsOf(page);
  await page.goto(communities.workspace(community, channel));
  const { line: said, members } = communities.partsOf(page);
  const writtenBy = page
    .getByRole('region', { name: /^Messages in #/ })
    .getByRole('listitem')
    .filter({ hasText: 'so long' });
  await expect(writtenBy).toContainText(bob.user.username);
  expect((await bob.api.delete('/v1/users')).status()).toBe(200);
  await expect(writtenBy).toContainText('deleted_user');
  await expect(writtenBy.getByRole('link')).toHaveCount(0);
  await expect(said('so long')).toBeVisible();
  await communities.showMembers(page);
  await expect(members.getByRole('heading', { name: 'Members - 1' })).toBeVisible();
  await expect(members.getByText(bob.user.username)).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a channel message isn't mistaken for a conversation's: no request fails, on the open page and after leaving it", async ({
  people,
  openAs,
}) => {
  const [ada, bob] = [await people.create('room_ada'), await people.create('room_bob')];
  const conversation = await conversationOf(ada, bob);
  await sendMessage(bob, conversation, 'hello from bob');
  const community = await communities.createCommunity(ada, 'Rooms');
  const channel = await communities.addChannel(ada, community, 'general');
  const other = await communities.addChannel(ada, community, 'other');
  await communities.joinCommunity(bob, community);
  const [hers, his] = [await openAs(ada), await openAs(bob)];
  const complaints = [complaintsOf(hers), complaintsOf(his)];
  for (const page of [hers, his]) {
    const known = page.waitForResponse((response) => new URL(response.url()).pathname === '/v1/unread');
    await page.goto(communities.workspace(community, channel));
    await expect(page.getByText('This is the beginning of # general')).toBeVisible();
    await known;
  }
  const said = (page: Page, text: string) => communities.partsOf(page).line(text);
  await communities.sendFromComposer(hers, 'one from ada');
  await communities.sendFromComposer(his, 'one from bob');
  for (const text of ['one from ada', 'one from bob']) {
    for (const page of [hers, his]) await expect(said(page, text)).toBeVisible();
  }
  await communities.sendMessage(bob, other, 'elsewhere');
  await communities.showChannels(hers);
  await expect(
    communities.partsOf(hers).channels.getByRole('link', { name: /^# other \(new messages\)/ }),
  ).toBeVisible();

  // Events sent while a page leaves, followed by a message in a conversation over the same connection.
  await communities.showChannels(his);
  const leaving = his.getByRole('link', { name: 'Back to the feed' }).click();
  for (const text of ['two', 'three', 'four']) await communities.sendMessage(ada, channel, text);
  await leaving;
  await his.getByRole('link', { name: 'Messages', exact: true }).first().click();
  await meetAgain(his, ada, conversation, 'hello from ada');
  expect(complaints).toEqual([[], []]);
});
