import type { Route } from '@playwright/test';
import { share } from './support/actions.ts';
import { bubble, conversationOf, field, openChat, storedTexts, type } from './support/messages.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

test("what's done without a connection goes out once, in order, from another tab and after this one is gone", async ({
  people,
  openAs,
}) => {
  const [author, reader] = [await people.create('outauthor'), await people.create('outreader')];
  const content = `Voted on offline ${author.user.username}`;
  const id = await share(author, content);
  const page = await openAs(reader);
  await page.goto(`/posts/${id}`);
  const field = page.getByPlaceholder('Add a comment...').first();
  await expect(field).toBeVisible();

  // The server stores it, but its answer is lost.
  let lost = 0;
  await page.route('**/v1/posts/*/comments', async (route: Route) => {
    if (route.request().method() !== 'POST') return await route.fallback();
    await route.fetch();
    await route.abort();
    lost += 1;
  });
  await field.fill('Stored, but not answered');
  await field.press('Enter');
  await expect.poll(() => lost).toBeGreaterThan(0);
  await page.context().setOffline(true);
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Upvote, 0' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText("You're offline. 3 things will be sent when you reconnect.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upvote, 1' })).toBeVisible();
  const other = await page.context().newPage();
  await page.close();
  await page.context().setOffline(false);
  await other.goto(`/posts/${id}`);
  const { api } = reader;
  const stored = async () => (await (await api.get(`/v1/posts/${id}`)).json()).post;
  await expect.poll(async () => (await stored()).bookmarked).toBe(true);
  expect((await stored()).vote_type).toBe(1);
  const { comments } = await (await api.get(`/v1/posts/${id}/comments`)).json();
  expect(comments.map((comment: { content: string }) => comment.content)).toEqual(['Stored, but not answered']);
  await expect(other.getByText(/been sent|will be sent/)).toHaveCount(0);
});

test('a post whose answers are lost is shared once', async ({ people, openAs }) => {
  const writer = await people.create('outwriter');
  const page = await openAs(writer);
  let lost = 0;
  await page.route('**/v1/posts', async (route: Route) => {
    if (route.request().method() !== 'POST' || lost === 2) return await route.fallback();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await page.goto('/post/upload');
  const content = `Shared once by ${writer.user.username}`;
  await page.getByRole('textbox').first().fill(content);
  await page.getByRole('button', { name: 'Share Post' }).click();
  await expect(page.getByText("1 thing hasn't been sent.")).toBeVisible();
  await expect(page.getByText("1 thing hasn't been sent.")).toBeHidden({ timeout: 15_000 });
  const { posts } = await (await writer.api.get(`/v1/users/${writer.user.username}`)).json();
  expect(posts).toHaveLength(1);
});

test('twenty things done offline in two tabs are done once each and in order, though every first answer is lost and a tab crashes', async ({
  people,
  openAs,
}) => {
  const [author, reader] = [await people.create('cutauthor'), await people.create('cutreader')];
  const posts: string[] = [];
  for (const number of [1, 2, 3, 4, 5]) posts.push(await share(author, `${author.user.username} ${number}`));
  const conversation = await conversationOf(reader, author);
  const { message } = await (
    await reader.api.post('/v1/chats', { data: { conversation, content: 'said befor' } })
  ).json();
  await author.api.put(`/v1/messages/${message._id}/reactions/${encodeURIComponent('👍')}`);
  const feed = await openAs(reader);
  const context = feed.context();
  const chat = await context.newPage();
  expect((await reader.api.put(`/v1/users/${author.user.username}/follow`)).ok()).toBe(true);
  await feed.goto('/feed');
  await feed.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Following' }).click();
  await openChat(chat, conversation);
  await expect(bubble(chat, 'said befor')).toBeVisible();
  const post = (number: number) => feed.getByRole('article').filter({ hasText: `${author.user.username} ${number}` });
  await expect(post(5)).toBeVisible();

  const lost = new Set<string>();
  let isOnline = false;
  await context.route('**/v1/**', async (route) => {
    const request = route.request();
    const attempt = request.headers()['x-client-id'] ?? request.postDataJSON()?.client_id;
    if (request.method() === 'GET' || attempt === undefined || lost.has(attempt)) return await route.fallback();
    // Tried while offline: by the time that this is answered, the browser may be online again.
    if (!isOnline) return await route.abort('internetdisconnected');
    lost.add(attempt);
    await route.fetch();
    await route.abort();
  });
  await context.setOffline(true);
  for (const number of [1, 2, 3, 4, 5]) {
    await post(number).scrollIntoViewIfNeeded();
    await post(number).getByRole('button', { name: 'Upvote, 0' }).click();
    await post(number).getByRole('button', { name: 'Save', exact: true }).click();
  }
  await bubble(chat, 'said befor').getByRole('button', { name: '👍, 1' }).click();
  await field(chat).press('ArrowUp');
  await expect(field(chat)).toHaveValue('said befor');
  await type(chat, 'said before');
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) await type(chat, `said offline ${number}`);
  await expect(bubble(chat, 'said offline 8')).toContainText('Waiting to reconnect');
  await chat.goto('chrome://crash').catch(() => undefined);
  await chat.close();

  isOnline = true;
  await context.setOffline(false);
  const stored = async (id: string) => (await (await reader.api.get(`/v1/posts/${id}`)).json()).post;
  await expect
    .poll(async () => await Promise.all(posts.map(async (id) => (await stored(id)).bookmarked)))
    .toEqual([true, true, true, true, true]);
  for (const id of posts) expect(await stored(id)).toMatchObject({ vote_type: 1 });
  const texts = ['said before', ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `said offline ${number}`)];
  await expect.poll(() => storedTexts(author, conversation)).toEqual(texts);
  const { messages } = await (await reader.api.get(`/v1/chats/${conversation}`)).json();
  expect(messages[0].reactions).toMatchObject([{ emoji: '👍', count: 2 }]);
  await expect(feed.getByText(/been sent|will be sent/)).toHaveCount(0);
  expect(lost.size).toBe(20);
});

test("what's refused once the connection is back says why, and can be dropped", async ({ people, openAs }) => {
  const [author, reader] = [await people.create('refauthor'), await people.create('refreader')];
  const id = await share(author, `Gone by then ${author.user.username}`);
  const page = await openAs(reader);
  await page.goto(`/posts/${id}`);
  const field = page.getByPlaceholder('Add a comment...').first();
  await expect(field).toBeVisible();
  await page.context().setOffline(true);
  await field.fill('Too late');
  await field.press('Enter');
  await expect(page.getByText("You're offline. 1 thing will be sent when you reconnect.")).toBeVisible();
  expect((await author.api.delete(`/v1/posts/${id}`)).status()).toBe(200);
  await page.context().setOffline(false);
  await expect(page.getByText("1 thing couldn't be sent.")).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Not sent yet' });
  await expect(dialog.getByText(/Post not found/)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await expect(dialog.getByRole('textbox')).toHaveValue('Too late');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText('Everything has been sent.')).toBeVisible();
});
