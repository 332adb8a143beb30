import type { BrowserContext, Page } from '@playwright/test';
import {
  addChannel,
  addRole,
  createCommunity,
  joinCommunity,
  partsOf,
  sendFromComposer,
  sendMessage,
  setRole,
  showChannels,
  workspace,
} from './support/communities.ts';
import { expect, test } from './support/test.ts';

/** The texts of the lines on the screen, in order. */
const textsOf = (page: Page) =>
  page
    .getByRole('region', { name: /^Messages in #/ })
    .getByRole('listitem')
    .evaluateAll((lines) =>
      lines
        .map((line) => ({
          at: line.getBoundingClientRect().top,
          text: /(?:ada|bob|dot): \d+/.exec(line.textContent ?? '')?.[0],
        }))
        .filter(({ text }) => text !== undefined)
        .sort((one, other) => one.at - other.at)
        .map(({ text }) => text),
    );

const offline = (context: BrowserContext, is: boolean) => context.setOffline(is);

test('two people chat while a third loses the role and a fourth the network, who then catches up', async ({
  people,
  openAs,
}) => {
  test.slow();
  const ada = await people.create('ada');
  const bob = await people.create('bob');
  const cleo = await people.create('cleo');
  const dot = await people.create('dot');
  const community = await createCommunity(ada, 'Late Night Tea');
  const crew = await addRole(ada, community, 'crew');
  for (const person of [bob, cleo, dot]) await joinCommunity(person, community);
  for (const person of [ada, bob, cleo, dot]) await setRole(ada, community, crew, person, true);
  const channel = await addChannel(ada, community, 'crew', [crew]);
  const [adas, bobs, cleos, dots] = await Promise.all([ada, bob, cleo, dot].map((person) => openAs(person)));
  if (!adas || !bobs || !cleos || !dots) throw new Error('four pages');
  for (const page of [adas, bobs, cleos, dots]) {
    await page.goto(workspace(community, channel));
    await expect(page.getByText('This is the beginning of # crew')).toBeVisible();
  }

  await sendFromComposer(adas, 'ada: 1');
  for (const page of [adas, bobs, cleos, dots]) await expect(partsOf(page).line('ada: 1')).toHaveCount(1);
  await sendFromComposer(bobs, 'bob: 2');
  for (const page of [adas, bobs, cleos, dots]) await expect(partsOf(page).line('bob: 2')).toHaveCount(1);
  await expect(
    bobs
      .getByRole('region', { name: /^Messages in #/ })
      .locator('time')
      .last(),
  ).toHaveText(/^\d{1,2}:\d\d (AM|PM)$/);

  await partsOf(cleos).field.fill('What I was about to say');
  await setRole(ada, community, crew, cleo, false);
  await expect(cleos.getByText('You can no longer use this channel')).toBeVisible();
  await expect(partsOf(cleos).line('ada: 1')).toHaveCount(0);
  await offline(dots.context(), true);
  await expect(dots.getByText(/You're offline\. We'll send/)).toBeVisible();
  await sendFromComposer(dots, 'dot: 3');
  // Each is on both screens before the next is written: only then is their order certain.
  for (const [from, text] of [
    [adas, 'ada: 4'],
    [bobs, 'bob: 5'],
    [adas, 'ada: 6'],
  ] as const) {
    await sendFromComposer(from, text);
    for (const page of [adas, bobs]) await expect(partsOf(page).line(text)).toHaveCount(1);
  }
  await expect(partsOf(dots).line('ada: 4')).toHaveCount(0);
  await expect(partsOf(dots).line('dot: 3'), 'what one writes is there at once').toHaveCount(1);

  await offline(dots.context(), false);
  await expect(partsOf(dots).line('ada: 6')).toHaveCount(1);
  await expect(partsOf(adas).line('dot: 3')).toHaveCount(1);
  const order = await textsOf(adas);
  expect(order).toEqual(['ada: 1', 'bob: 2', 'ada: 4', 'bob: 5', 'ada: 6', 'dot: 3']);
  for (const page of [bobs, dots]) await expect.poll(() => textsOf(page), 'the same for all').toEqual(order);

  await showChannels(cleos);
  await expect(partsOf(cleos).channels.getByRole('button', { name: '# crew' })).toBeDisabled();
  await setRole(ada, community, crew, cleo, true);
  await partsOf(cleos).channels.getByRole('link', { name: '# crew' }).click();
  await expect.poll(() => textsOf(cleos), 'the role is back, and nothing is missing').toEqual(order);
  await expect(partsOf(cleos).field, 'nothing typed is lost').toHaveValue('What I was about to say');
});

test('a message the server refuses keeps its text and offers a retry, and is stored once', async ({
  people,
  openAs,
}) => {
  const ada = await people.create('ada');
  const community = await createCommunity(ada, 'Retry');
  const channel = await addChannel(ada, community, 'general');
  const page = await openAs(ada);
  await page.goto(workspace(community, channel));
  await page.route('**/v1/channel/chats', (route) => route.fulfill({ status: 500, json: { error: 'It broke.' } }));
  await sendFromComposer(page, 'ada: 1');
  await expect(page.getByText('Not sent. It broke.')).toBeVisible();
  await expect(partsOf(page).line('ada: 1')).toHaveCount(1);
  await page.unroute('**/v1/channel/chats');
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(page.getByText('Not sent.')).toHaveCount(0);
  await page.reload();
  await expect(partsOf(page).line('ada: 1')).toHaveCount(1);

  await partsOf(page).field.fill('   ');
  await partsOf(page).field.press('Enter');
  await expect(page.getByRole('button', { name: 'Send', exact: true }), 'blank text is not sent').toBeDisabled();
});

test('older messages load on scrolling up without a jump, and new ones below are counted', async ({
  people,
  openAs,
}) => {
  const ada = await people.create('ada');
  const bob = await people.create('bob');
  const community = await createCommunity(ada, 'History');
  const channel = await addChannel(ada, community, 'general');
  await joinCommunity(bob, community);
  for (let index = 1; index <= 230; index += 1)
    await sendMessage(index % 2 === 0 ? ada : bob, channel, `ada: ${index}`);
  const page = await openAs(ada);
  await page.goto(workspace(community, channel));
  const { line } = partsOf(page);
  await expect(line('ada: 230')).toBeInViewport();
  const region = page.getByRole('region', { name: /^Messages in #/ });

  // Up to where the next page is requested; then what's being read must stay in place.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/v1/channel/chats/*before=*', async (route) => {
    await held;
    await route.continue();
  });
  const older = page.waitForRequest(/channel\/chats\/.*before=/);
  await region.evaluate((element) => element.scrollTo(0, 300));
  await older;
  expect(await region.evaluate((element) => element.scrollTop), 'the reader has scrolled up').toBeLessThan(1000);
  const seen = await region.evaluate(async (element) => {
    // Lines that scrolled into view are measured after two frames.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const top = element.getBoundingClientRect().top;
    const lines = [...element.querySelectorAll('[role="listitem"]')].map((one) => ({
      y: one.getBoundingClientRect().top,
      text: /ada: \d+/.exec(one.textContent ?? '')?.[0] ?? '',
    }));
    return lines.filter(({ y, text }) => y > top + 40 && text !== '').sort((one, other) => one.y - other.y)[0];
  });
  if (seen === undefined) throw new Error('a line');
  release();
  const answered = page.waitForResponse(/channel\/chats\/.*before=/);
  await answered;
  await expect.poll(() => region.evaluate((element) => element.scrollTop)).toBeGreaterThan(1000);
  const place = async () =>
    (await line(seen.text).locator('xpath=ancestor::*[@role="listitem"]').boundingBox())?.y ?? Number.NaN;
  await expect.poll(async () => Math.abs((await place()) - seen.y), 'no jump').toBeLessThan(24);

  await sendMessage(bob, channel, 'ada: 231');
  await expect(page.getByRole('status').filter({ hasText: 'ada: 231' }), 'it has arrived').toHaveCount(1);
  expect(Math.abs((await place()) - seen.y), 'the reader is still where they were').toBeLessThan(24);
  await expect(page.getByRole('button', { name: 'Show 1 new message' })).toBeVisible();
  await sendMessage(bob, channel, 'ada: 232');
  await page.getByRole('button', { name: 'Show 2 new messages' }).click();
  await expect(line('ada: 232')).toBeInViewport();
  await expect(page.getByRole('button', { name: /new message/ })).toHaveCount(0);
});

test("a channel with unseen messages is marked until it's opened", async ({ people, openAs }) => {
  const ada = await people.create('ada');
  const bob = await people.create('bob');
  const community = await createCommunity(ada, 'Marks');
  const general = await addChannel(ada, community, 'general');
  const other = await addChannel(ada, community, 'other');
  await joinCommunity(bob, community);
  const page = await openAs(ada);
  await page.goto(workspace(community, general));
  await expect(page.getByText('This is the beginning of # general')).toBeVisible();
  await showChannels(page);
  const { channels } = partsOf(page);
  await expect
    .poll(async () => {
      await sendMessage(bob, other, 'bob: 1');
      return channels.getByRole('link', { name: /^# other \(new messages\)/ }).count();
    })
    .toBe(1);
  await channels.getByRole('link', { name: /^# other/ }).click();
  await showChannels(page);
  await expect(channels.getByRole('link', { name: '# other', exact: true })).toBeVisible();
});
