import type { Page } from '@playwright/test';
import {
  addChannel,
  createCommunity,
  joinCommunity,
  partsOf,
  sendMessage,
  showChannels,
  workspace,
} from './support/communities.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

const region = (page: Page) => page.getByRole('region', { name: /^Messages in #/ });

/** The open channel's lines from the new-messages line on, in order. */
const fromTheLine = (page: Page) =>
  region(page)
    .getByRole('listitem')
    .evaluateAll((lines) => {
      const texts = lines
        .map((line) => ({ at: line.getBoundingClientRect().top, text: line.textContent ?? '' }))
        .sort((one, other) => one.at - other.at)
        .map(({ text }) => /number \d+\.|New messages/.exec(text)?.[0] ?? '');
      const first = texts.indexOf('New messages');
      return first < 0 ? [] : texts.slice(first + 1);
    });

const marked = (page: Page, name: string) =>
  partsOf(page).channels.getByRole('link', { name: new RegExp(`^# ${name} \\(new messages\\)`) });
const unmarked = (page: Page, name: string) =>
  partsOf(page).channels.getByRole('link', { name: `# ${name}`, exact: true });

test('channel marks survive a reload and appear on every device; reading on one clears them on the others', async ({
  people,
  openAs,
}) => {
  const [ada, bob] = [await people.create('read_ada'), await people.create('read_bob')];
  const community = await createCommunity(ada, 'Readers');
  const general = await addChannel(ada, community, 'general');
  const other = await addChannel(ada, community, 'other');
  await sendMessage(ada, other, 'number 0.');
  await joinCommunity(bob, community);
  const [here, there] = [await openAs(bob), await openAs(bob)];
  for (const page of [here, there]) {
    await page.goto(workspace(community, general));
    await expect(page.getByText('This is the beginning of # general')).toBeVisible();
    await showChannels(page);
    await expect(unmarked(page, 'other'), 'what was there before he came is not new').toBeVisible();
  }
  for (const text of ['number 1.', 'number 2.']) await sendMessage(ada, other, text);
  for (const page of [here, there]) await expect(marked(page, 'other')).toBeVisible();
  await here.reload();
  await showChannels(here);
  await expect(marked(here, 'other')).toBeVisible();
  await expectAccessibleAtBothWidths(here);

  await marked(here, 'other').click();
  await expect(partsOf(here).line('number 2.')).toBeInViewport();
  expect(await fromTheLine(here)).toEqual(['number 1.', 'number 2.']);
  await expect(unmarked(there, 'other'), 'read on the other device').toBeVisible();

  await sendMessage(ada, other, 'number 3.');
  await expect(partsOf(here).line('number 3.')).toBeInViewport();
  await expect(marked(there, 'other')).toBeVisible();
  await expect(unmarked(there, 'other'), 'read as it came').toBeVisible();
  await there.reload();
  await showChannels(there);
  await expect(unmarked(there, 'other')).toBeVisible();
  expect(await fromTheLine(here), 'what was seen as it came moves no line').toEqual([
    'number 1.',
    'number 2.',
    'number 3.',
  ]);
  await expectAccessibleAtBothWidths(here);
});

test('after time offline, the line is at the first missed message, and the reader is taken there', async ({
  people,
  openAs,
}) => {
  const [ada, bob] = [await people.create('away_ada'), await people.create('away_bob')];
  const community = await createCommunity(ada, 'Away');
  const channel = await addChannel(ada, community, 'general');
  const other = await addChannel(ada, community, 'other');
  await joinCommunity(bob, community);
  for (let number = 1; number <= 3; number += 1) await sendMessage(ada, channel, `number ${number}.`);
  const page = await openAs(bob);
  await page.goto(workspace(community, channel));
  await expect(partsOf(page).line('number 3.')).toBeInViewport();
  await sendMessage(ada, channel, 'number 4.');
  await expect(partsOf(page).line('number 4.')).toBeInViewport();

  await page.context().setOffline(true);
  await expect(page.getByText(/You're offline\. We'll send/)).toBeVisible();
  for (let number = 5; number <= 64; number += 1) await sendMessage(ada, channel, `number ${number}.`);
  await sendMessage(ada, other, 'number 1.');
  await page.context().setOffline(false);
  await expect.poll(async () => (await fromTheLine(page))[0]).toBe('number 5.');
  await expect(page.getByText('New messages', { exact: true })).toBeInViewport();
  await expect(partsOf(page).line('number 5.')).toBeInViewport();
  await expect(partsOf(page).line('number 64.')).not.toBeInViewport();
  await page.getByRole('button', { name: 'Show 60 new messages' }).click();
  await expect(partsOf(page).line('number 64.')).toBeInViewport();
  await showChannels(page);
  await expect(marked(page, 'other'), 'another channel is marked, too').toBeVisible();
});
