import type { Locator, Page } from '@playwright/test';
import { share } from './support/actions.ts';
import * as communities from './support/communities.ts';
import { field, touch } from './support/messages.ts';
import { expect, expectNoSidewaysScroll, test } from './support/test.ts';

/** The message with this text, not a reply that quotes it. */
const message = (page: Page, text: string): Locator =>
  page
    .getByRole('region', { name: 'Messages in # green' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('paragraph').filter({ hasText: text }) });

/** Chooses something in the menu of a message. */
async function choose(page: Page, text: string, name: string): Promise<void> {
  await message(page, text).hover();
  await message(page, text)
    .getByRole('button', { name: /^Menu of/ })
    .click();
  await page.getByRole('menuitem', { name }).click();
}

async function write(page: Page, text: string): Promise<void> {
  await field(page).pressSequentially(text);
  await field(page).press('Enter');
}

test('two people at desks and one with a phone see everything in a channel as it happens', async ({
  people,
  openAs,
}) => {
  const [ann, bob, cyd] = [await people.create('ann'), await people.create('bob'), await people.create('cyd')];
  const tea = await communities.createCommunity(ann, 'Tea');
  for (const guest of [bob, cyd]) await communities.joinCommunity(guest, tea);
  const green = await communities.addChannel(ann, tea, 'green');
  const [anns, bobs, phone] = [await openAs(ann), await openAs(bob), await openAs(cyd, { phone: true })];
  const all = [anns, bobs, phone];
  for (const page of all) {
    await page.goto(communities.workspace(tea, green));
    await expect(field(page)).toBeVisible();
  }
  const everywhere = async (check: (page: Page) => Promise<void>) => {
    for (const page of all) await check(page);
  };

  await expect(async () => {
    await field(bobs).pressSequentially('Who ');
    for (const page of [anns, phone])
      await expect(page.getByText(`${bob.user.username} is typing…`)).toBeVisible({ timeout: 3_500 });
  }).toPass();
  await field(bobs).fill('');
  await write(bobs, 'Who brings the cups?');
  await everywhere((page) => expect(message(page, 'Who brings the cups?')).toBeVisible());

  await touch(message(phone, 'Who brings the cups?'), { hold: true });
  await phone.getByRole('dialog').getByRole('button', { name: 'Reply', exact: true }).click();
  await write(phone, 'I do, all six');
  await everywhere((page) =>
    expect(message(page, 'I do, all six').getByRole('button', { name: /Who brings the cups\?/ })).toBeVisible(),
  );

  await anns.bringToFront();
  await message(anns, 'I do, all six').hover();
  const actions = anns.getByRole('toolbar', { name: 'Message actions' });
  await actions.getByRole('button', { name: 'React with red heart' }).click();
  const hearts = (page: Page, count: number) =>
    message(page, 'I do, all six').getByRole('button', { name: `❤️, ${count}` });
  await everywhere((page) => expect(hearts(page, 1)).toBeVisible());
  await hearts(bobs, 1).click();
  await everywhere((page) => expect(hearts(page, 2)).toBeVisible());

  await field(bobs).press('ArrowUp');
  await field(bobs).fill('Who brings the cups and the pot?');
  await field(bobs).press('Enter');
  await everywhere((page) =>
    expect(message(page, 'Who brings the cups and the pot?').getByText('edited', { exact: true })).toBeVisible(),
  );
  // The reply quotes the new text.
  await everywhere((page) =>
    expect(message(page, 'I do, all six').getByRole('button', { name: /and the pot\?/ })).toBeVisible(),
  );

  const chooser = anns.waitForEvent('filechooser');
  await anns.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles({
    name: 'Menu.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  });
  await write(anns, `@${cyd.user.username}, the menu`);
  await everywhere((page) => expect(page.getByRole('link', { name: /^Download Menu\.pdf/ })).toBeVisible());
  await phone.goto('/notifications');
  await expect(phone.getByRole('list', { name: 'Notifications' })).toContainText('the menu');
  await phone.goBack();

  await choose(bobs, 'Who brings the cups and the pot?', 'Delete');
  await bobs.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  // The message and the quote of it both say that it was deleted.
  await everywhere((page) => expect(page.getByText('This message was deleted')).toHaveCount(2));
  await everywhere((page) => expect(page.getByText('Who brings the cups and the pot?')).toHaveCount(0));
  await everywhere(expectNoSidewaysScroll);
});

test('two people at desks and one with a phone see a new post above what they read, with its comments and votes', async ({
  people,
  openAs,
}) => {
  const [ann, bob, cyd] = [await people.create('ann'), await people.create('bob'), await people.create('cyd')];
  for (const reader of [ann, cyd])
    expect((await reader.api.put(`/v1/users/${bob.user.username}/follow`)).status()).toBe(200);
  await share(bob, 'The kettle is on');
  const [anns, bobs, phone] = [await openAs(ann), await openAs(bob), await openAs(cyd, { phone: true })];
  for (const page of [anns, phone]) {
    await page.goto('/feed?feed=following');
    await expect(page.getByRole('article').filter({ hasText: 'The kettle is on' })).toBeVisible();
  }
  const id = await share(bob, 'Tea is ready');
  for (const page of [anns, phone]) {
    const tea = page.getByRole('article').filter({ hasText: 'Tea is ready' });
    // Much sooner than a page asks by itself, even if it connects only now.
    await page.getByRole('button', { name: '1 new post', exact: true }).click();
    await expect(tea).toBeVisible();
  }

  for (const page of [anns, phone, bobs]) await page.goto(`/posts/${id}`);
  // A phone shows them when asked to.
  await phone
    .getByRole('button', { name: /^Comments/ })
    .first()
    .click();
  const write = anns.getByPlaceholder('Add a comment...').first();
  await write.fill('With milk, please');
  await write.press('Enter');
  for (const page of [anns, phone, bobs]) {
    await expect(page.getByText('With milk, please')).toBeVisible();
    await expect(page.getByText('Comments (1)')).toBeVisible();
  }
  await phone.goBack();
  await phone.getByRole('button', { name: 'Upvote, 0' }).first().click();
  for (const page of [anns, phone, bobs])
    await expect(page.getByRole('button', { name: 'Upvote, 1' }).first()).toBeVisible();
  for (const page of [anns, phone, bobs]) await expectNoSidewaysScroll(page);
});
