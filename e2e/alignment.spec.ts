import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { fixture, share } from './support/actions.ts';
import * as communities from './support/communities.ts';
import { bubble, conversationOf, openChat, sendMessage } from './support/messages.ts';
import { expect, test } from './support/test.ts';

/** Where an element is on the screen. */
async function placeOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { left: x, right: x + width, width, middle: y + height / 2 };
}

/** Whether two places on the screen are the same, apart from rounding. */
const expectSame = (one: number, other: number, what: string) =>
  expect(Math.abs(one - other), `${what}: ${one} and ${other}`).toBeLessThanOrEqual(1);

test('while messages load, their placeholders begin and end where they will, and a picture fills the width of its caption', {
  tag: '@phone',
}, async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('align_ann'), await people.create('align_bob')];
  const id = await conversationOf(ann, bob);
  const caption =
    'The bridge from the other side, where one sees how long it is and how many people cross it each morning';
  const files = { name: 'bridge.jpg', mimeType: 'image/jpeg', buffer: await readFile(fixture('phone.jpg')) };
  const sent = await ann.api.post('/v1/chats', { multipart: { conversation: id, content: caption, files } });
  expect(sent.status()).toBe(201);
  await sendMessage(bob, id, 'Seen');
  const page = await openAs(ann);
  const held = Promise.withResolvers<void>();
  await page.route(`**/v1/chats/${id}*`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await openChat(page, id);
  const blocks = page.getByRole('status').filter({ hasText: 'Loading messages' }).locator('> div > span');
  const [theirsHeld, oursHeld] = [await placeOf(blocks.first()), await placeOf(blocks.last())];
  held.resolve();

  // The message's card, which contains the text.
  const cardOf = (text: string) => bubble(page, text).locator('.rounded-card');
  const [theirs, ours] = [await placeOf(cardOf('Seen')), await placeOf(cardOf(caption))];
  expectSame(theirsHeld.left, theirs.left, 'messages of others begin where they were held');
  expectSame(oursHeld.right, ours.right, 'own messages end where they were held');

  const picture = await placeOf(bubble(page, caption).getByRole('img'));
  const words = await placeOf(bubble(page, caption).getByText(caption));
  expectSame(picture.left, words.left, 'the picture begins where its caption does');
  expectSame(picture.left - ours.left, ours.right - picture.right, 'there is no band beside the picture');
});

test("a reply's picture stands beside its author's name", { tag: '@phone' }, async ({ people, openAs }) => {
  const ann = await people.create('align_cat');
  const post = await share(ann, 'What do you grow?');
  const comment = async (content: string, parent_id: string | null) => {
    const answer = await ann.api.post(`/v1/posts/${post}/comments`, { data: { content, parent_id } });
    return (await answer.json()).comment.comment_id as string;
  };
  await comment('Mostly beans', await comment('Tomatoes', null));
  const page = await openAs(ann);
  await page.goto(`/posts/${post}`);
  const button = page.getByRole('button', { name: /comment/i }).first();
  const reply = page.getByRole('list', { name: `Replies to ${ann.user.username}` }).getByRole('listitem');
  await expect(button.or(reply).first()).toBeVisible();
  if (!(await reply.isVisible())) await button.click();
  const picture = await placeOf(reply.locator('img').first());
  const name = await placeOf(reply.getByRole('link', { name: ann.user.username }));
  expect(Math.abs(picture.middle - name.middle), 'they stand in one line').toBeLessThanOrEqual(5);
  expect(name.left - picture.right, 'right beside each other').toBeGreaterThan(0);
  expect(name.left - picture.right).toBeLessThanOrEqual(16);
});

test('the time stands where the text ends: at the left of right-to-left text, and never on it', {
  tag: '@phone',
}, async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('align_dan'), await people.create('align_eve')];
  const id = await conversationOf(ann, bob);
  const [hebrew, english] = ['\u05E9\u05DC\u05D5\u05DD', 'Hello'];
  for (const text of [hebrew, english]) await sendMessage(ann, id, text);
  const page = await openAs(ann);
  await openChat(page, id);
  for (const text of [hebrew, english]) {
    const card = await placeOf(bubble(page, text).locator('.rounded-card'));
    const time = await placeOf(bubble(page, text).getByRole('time'));
    const isAtLeft = time.left - card.left < card.right - time.right;
    expect(isAtLeft, `the time of ${text} is at the left`).toBe(text === hebrew);
  }
});

test('what can be done to a message never lies on a short text, whichever way it is read', async ({
  people,
  openAs,
}) => {
  const ann = await people.create('align_bar');
  const community = await communities.createCommunity(ann, 'Bars');
  const channel = await communities.addChannel(ann, community, 'talk');
  const texts = ['First', 'Hello', '\u05E9\u05DC\u05D5\u05DD'];
  for (const text of texts) await communities.sendMessage(ann, channel, text);
  const page = await openAs(ann);
  await page.goto(communities.workspace(community, channel));
  for (const text of texts) {
    const message = page.locator('[data-index]').filter({ hasText: text });
    await message.hover();
    const bar = await placeOf(message.getByRole('toolbar', { name: 'Message actions' }));
    const words = await message.getByText(text, { exact: true }).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right } = range.getBoundingClientRect();
      return { left, right };
    });
    expect(bar.left >= words.right || bar.right <= words.left, `beside ${text}`).toBe(true);
  }
});

test('messages in a row of a channel take the room of their text: the time that shows on hover takes none', {
  tag: '@phone',
}, async ({ people, openAs }) => {
  const ann = await people.create('align_fay');
  const community = await communities.createCommunity(ann, 'Close lines');
  const channel = await communities.addChannel(ann, community, 'close');
  const texts = ['The first, with a name', `${'The second fills more than one line '.repeat(12)}end`];
  for (const text of texts) await communities.sendMessage(ann, channel, text);
  const page = await openAs(ann);
  await page.goto(communities.workspace(community, channel));
  const text = page.getByText(texts[1] ?? '', { exact: true });
  const row = page.locator('[data-index]').filter({ has: text });
  await expect(row).toBeVisible();
  const [around, inside] = [await row.boundingBox(), await text.boundingBox()];
  expect((around?.height ?? 0) - (inside?.height ?? 0)).toBeLessThanOrEqual(8);
});

test("a row of emoji that can't be broken doesn't widen the page", { tag: '@phone' }, async ({ people, openAs }) => {
  const ann = await people.create('align_row');
  const post = await share(ann, '\u{1F468}\u200d'.repeat(400));
  const page = await openAs(ann);
  await page.goto(`/posts/${post}`);
  await expect(page.getByText('\u{1F468}')).toBeVisible();
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await beyond()).toBeLessThanOrEqual(0);
});
