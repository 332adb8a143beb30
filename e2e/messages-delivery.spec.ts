import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from '@playwright/test';
import { fixture } from './support/actions.ts';
import {
  attach,
  bubble,
  conversationOf,
  openChat,
  sendMessage,
  storedTexts,
  timeline,
  type,
} from './support/messages.ts';
import { kill, launch } from './support/profiles.ts';
import { expect, test } from './support/test.ts';

test("what's written offline is sent once when the network is back, and missed messages arrive", async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('off_ann'), await people.create('off_bob')];
  const conversation = await conversationOf(ann, bob);
  await sendMessage(bob, conversation, 'before');
  const [hers, his] = [await openAs(ann), await openAs(bob)];
  await openChat(hers, conversation);
  await openChat(his, conversation);
  await expect(bubble(hers, 'before')).toBeVisible();
  for (const round of [1, 2, 3]) {
    await hers.context().setOffline(true);
    await expect(hers.getByText("We'll send your messages when you reconnect.")).toBeVisible();
    await type(hers, `offline ${round}a`);
    await type(hers, `offline ${round}b`);
    await expect(bubble(hers, `offline ${round}b`)).toBeVisible();
    await expect(bubble(hers, `offline ${round}a`)).toContainText('Waiting to reconnect');
    await sendMessage(bob, conversation, `missed ${round}`);
    await hers.context().setOffline(false);
    await expect(bubble(hers, `missed ${round}`)).toHaveCount(1);
    await expect(bubble(hers, `offline ${round}b`)).toContainText('Sent');
    await expect(bubble(his, `offline ${round}b`)).toHaveCount(1);
  }
  const texts = await storedTexts(bob, conversation);
  expect(texts.filter((text) => text.startsWith('offline'))).toEqual(
    [1, 2, 3].flatMap((round) => [`offline ${round}a`, `offline ${round}b`]),
  );
  for (const text of texts) await expect(bubble(hers, text)).toHaveCount(1);
});

test('after time offline, the line is at the first missed message', async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('miss_ann'), await people.create('miss_bob')];
  const conversation = await conversationOf(ann, bob);
  await sendMessage(ann, conversation, 'seen before');
  // Read elsewhere, so nothing is new here.
  expect(await storedTexts(bob, conversation)).toEqual(['seen before']);
  const page = await openAs(bob);
  await openChat(page, conversation);
  await expect(bubble(page, 'seen before')).toBeVisible();
  await sendMessage(ann, conversation, 'seen as it came');
  await expect(bubble(page, 'seen as it came')).toBeVisible();
  await expect(timeline(page).getByText('New messages')).toHaveCount(0);

  await page.context().setOffline(true);
  await expect(page.getByText(/You're offline\. We'll send/)).toBeVisible();
  for (const text of ['missed first', 'missed second']) await sendMessage(ann, conversation, text);
  await page.context().setOffline(false);
  await expect(bubble(page, 'missed second')).toBeInViewport();
  await expect(timeline(page).getByText('New messages')).toBeInViewport();
  const texts = await timeline(page)
    .getByRole('listitem')
    .evaluateAll((lines) =>
      lines
        .map((line) => ({ at: line.getBoundingClientRect().top, text: line.textContent ?? '' }))
        .sort((one, other) => one.at - other.at)
        .map(({ text }) => /seen before|seen as it came|New messages|missed first|missed second/.exec(text)?.[0])
        .filter((text) => text !== undefined),
    );
  expect(texts).toEqual(['seen before', 'seen as it came', 'New messages', 'missed first', 'missed second']);

  await sendMessage(ann, conversation, 'seen as it came, too');
  await expect(bubble(page, 'seen as it came, too')).toBeInViewport();
  await expect(timeline(page).getByText('New messages')).toHaveCount(1);
});

test('a text written offline is sent after a reload, too', async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('rel_ann'), await people.create('rel_bob')];
  const conversation = await conversationOf(ann, bob);
  const page = await openAs(ann);
  await openChat(page, conversation);
  await page.route('**/v1/chats', (route) => route.abort());
  await type(page, 'kept over a reload');
  await expect(bubble(page, 'kept over a reload')).toContainText('Waiting to reconnect');
  await page.unroute('**/v1/chats');
  await page.reload();
  await expect(bubble(page, 'kept over a reload')).toContainText('Sent');
  expect(await storedTexts(bob, conversation)).toEqual(['kept over a reload']);
});

test('a refused message keeps its text and is sent exactly once when retried', async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('fail_ann'), await people.create('fail_bob')];
  const conversation = await conversationOf(ann, bob);
  const [hers, his] = [await openAs(ann), await openAs(bob)];
  await openChat(hers, conversation);
  const refuse = (route: Route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"Something broke here."}' });
  await hers.route('**/v1/chats', refuse);
  await type(hers, 'please arrive');
  await expect(bubble(hers, 'please arrive')).toContainText('Not sent. Something broke here.');
  await hers.unroute('**/v1/chats');
  await type(hers, 'written later');
  await expect(bubble(hers, 'written later')).toContainText('Sent');

  // The server stores it, but its response is lost: the retry mustn't store it again.
  let lost = 0;
  await hers.route('**/v1/chats', async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await bubble(hers, 'please arrive').getByRole('button', { name: 'Retry' }).click();
  await expect(bubble(hers, 'please arrive')).toContainText('Sent');
  await expect(bubble(hers, 'please arrive')).toHaveCount(1);
  expect((await storedTexts(ann, conversation)).filter((text) => text === 'please arrive')).toHaveLength(1);
  await openChat(his, conversation);
  await expect(bubble(his, 'please arrive')).toHaveCount(1);

  await hers.unroute('**/v1/chats');
  await hers.route('**/v1/chats', refuse);
  await type(hers, 'never mind');
  await bubble(hers, 'never mind').getByRole('button', { name: 'Discard' }).click();
  await expect(bubble(hers, 'never mind')).toHaveCount(0);
});

test('new messages are announced politely', async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('say_ann'), await people.create('say_bob')];
  const conversation = await conversationOf(ann, bob);
  await sendMessage(bob, conversation, 'old');
  const page = await openAs(ann);
  await openChat(page, conversation);
  await expect(bubble(page, 'old')).toBeVisible();
  await sendMessage(bob, conversation, 'fresh');
  await expect(page.getByRole('status').filter({ hasText: `${bob.user.username}: fresh` })).toHaveCount(1);
});

test('messages written offline go out once and in order after the browser was killed, with their files', async ({
  people,
  openAs,
  baseURL,
}) => {
  const [ann, bob] = [await people.create('kill_ann'), await people.create('kill_bob')];
  const conversation = await conversationOf(ann, bob);
  await sendMessage(ann, conversation, 'before');
  const his = await openAs(bob);
  await openChat(his, conversation);
  const profile = await mkdtemp(join(tmpdir(), 'hubbub-profile-'));
  try {
    const killed = await launch(profile, ann, baseURL ?? '');
    const page = await killed.newPage();
    await page.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(ann.user));
    await openChat(page, conversation);
    await expect(bubble(page, 'before')).toBeVisible();
    await attach(page, fixture('phone.jpg'));
    await expect(page.getByAltText('Attached to this message')).toBeVisible();
    await killed.setOffline(true);
    await type(page, 'with a picture');
    await type(page, 'without one');
    await type(page, 'written last');
    await expect(bubble(page, 'written last')).toContainText('Waiting to reconnect');
    await kill(profile);

    const next = await launch(profile, ann, baseURL ?? '');
    const feed = await next.newPage();
    await feed.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(ann.user));
    await feed.goto('/');
    await expect(bubble(his, 'written last')).toHaveCount(1);
    await expect(bubble(his, 'with a picture').getByRole('img').first()).toBeVisible();
    await openChat(feed, conversation);
    await expect(bubble(feed, 'written last')).toContainText('Sent');
    const texts = ['before', 'with a picture', 'without one', 'written last'];
    expect(await storedTexts(bob, conversation)).toEqual(texts);
    for (const text of texts) await expect(bubble(feed, text)).toHaveCount(1);
    await next.close();
  } finally {
    await kill(profile);
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  }
});
