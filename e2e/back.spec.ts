import type { Locator, Page } from '@playwright/test';
import { fixture, share } from './support/actions.ts';
import { addChannel, createCommunity, joinCommunity, workspace } from './support/communities.ts';
import { bubble, conversationOf, field, openChat, sendMessage, timeline, touch } from './support/messages.ts';
import { expect, test } from './support/test.ts';

/** The tab's current entry: its number among the pages', and how many floating layers it stands for. */
const entry = (page: Page) =>
  page.evaluate(() => ({ idx: window.history.state?.idx ?? 0, layers: window.history.state?.layers ?? 0 }));

/** Goes back with something open: it closes, the page stays, and no entry is left of it. */
async function goBackFrom(page: Page, open: Locator): Promise<void> {
  await expect(open).toBeVisible();
  const url = page.url();
  await expect.poll(async () => (await entry(page)).layers, 'has an entry of its own').toBeGreaterThan(0);
  const { idx } = await entry(page);
  await page.goBack();
  await expect(open).toBeHidden();
  expect(page.url()).toBe(url);
  await expect.poll(() => entry(page)).toEqual({ idx, layers: 0 });
}

test('Back closes what floats above the feed, and then leaves the page @phone', async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('ann'), await people.create('bob')];
  await share(bob, 'Look at this', 'alpha.png');
  const page = await openAs(ann);
  await page.goto('/notifications');
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  const post = page.getByRole('article').first();
  await expect(post).toBeVisible();

  // The comments, whose draft is still there afterwards.
  const comments = page.getByRole('dialog', { name: /^Comments/ });
  await post.getByRole('button', { name: /^Comments/ }).click();
  await comments.getByRole('textbox').fill('Half a thought');
  await goBackFrom(page, comments);
  await post.getByRole('button', { name: /^Comments/ }).click();
  await expect(comments.getByRole('textbox')).toHaveValue('Half a thought');
  // Closing without Back removes the entry, too.
  await comments.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(async () => (await entry(page)).layers).toBe(0);

  // The menu, and the form that one of its actions opens in its place.
  const menu = page.getByRole('menu');
  await post.getByRole('button', { name: 'Post menu' }).first().click();
  await goBackFrom(page, menu);
  await post.getByRole('button', { name: 'Post menu' }).first().click();
  await page.getByRole('menuitem', { name: /^Report/ }).click();
  const report = page.getByRole('dialog');
  await expect(report).toBeVisible();
  await expect.poll(async () => (await entry(page)).layers).toBe(1);
  await goBackFrom(page, report);

  // A link in a layer leads on from the page, not from the layer.
  await page.goBack();
  await expect(page).toHaveURL('/notifications');
});

test('Back asks before it closes a form whose text would be lost', async ({ people, openAs }) => {
  const ann = await people.create('ann');
  const id = await share(ann, 'First version');
  const page = await openAs(ann);
  await page.goto(`/posts/${id}`);
  const post = page.getByRole('article').first();
  await post.getByRole('button', { name: 'Post menu' }).first().click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox').fill('Second version');
  await expect.poll(async () => (await entry(page)).layers).toBe(1);

  await page.goBack();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText("Discard what you've typed?");
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.getByRole('textbox')).toHaveValue('Second version');
  await expect.poll(async () => (await entry(page)).layers).toBe(1);

  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  await expect.poll(async () => (await entry(page)).layers).toBe(0);
});

test('Back closes what floats above a conversation and a community @phone', async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('ann', 'Ann'), await people.create('bob', 'Bob Guest')];
  const conversation = await conversationOf(ann, bob);
  await sendMessage(bob, conversation, 'Hello Ann');
  const page = await openAs(ann);
  await openChat(page, conversation);

  // A picture in full size.
  await page.locator('input[type=file]').first().setInputFiles(fixture('phone.jpg'));
  await field(page).fill('Look');
  await field(page).press('Enter');
  const picture = bubble(page, 'Look').getByRole('button', { name: /^Open picture/ });
  await picture.click();
  await goBackFrom(page, page.getByRole('dialog'));

  await page.getByRole('button', { name: 'Emoji' }).click();
  await goBackFrom(page, page.getByRole('dialog', { name: 'Emoji picker' }));

  // The message's actions, by long press or by mouse.
  const isTouch = await page.evaluate(() => !window.matchMedia('(hover: hover)').matches);
  if (isTouch) {
    await touch(timeline(page).getByRole('paragraph').filter({ hasText: 'Hello Ann' }), { hold: true });
    await goBackFrom(page, page.getByRole('dialog'));
  } else {
    await bubble(page, 'Hello Ann').hover();
    await page.getByRole('button', { name: 'Add a reaction' }).click();
    await goBackFrom(page, page.getByRole('dialog', { name: 'Reactions' }));
  }

  const tea = await createCommunity(ann, 'Tea');
  await joinCommunity(bob, tea);
  await page.goto(workspace(tea, await addChannel(ann, tea, 'green')));
  await field(page).pressSequentially('Welcome, @bo');
  await goBackFrom(page, page.getByRole('listbox', { name: 'People to mention' }));
  await expect(field(page)).toHaveValue('Welcome, @bo');
  if (isTouch) {
    await page.getByRole('button', { name: 'Members' }).click();
    await goBackFrom(
      page,
      page
        .getByRole('region', { name: /Members/ })
        .or(page.getByRole('heading', { name: /^Members/ }))
        .first(),
    );
    await page.getByRole('button', { name: 'Channels' }).click();
    await goBackFrom(page, page.getByRole('list', { name: 'Channels' }).getByRole('link', { name: /green/ }));
  }

  await page.goto('/');
  await page.getByRole('link', { name: 'Communities', exact: true }).first().click();
  // A reload with something open leaves no entry behind.
  await page.goto('/chat');
  const search = page.getByRole('combobox').first();
  await search.fill('bob');
  await goBackFrom(page, page.getByRole('listbox').first());
});

test('a reload with a dialog open leaves no entry behind, and Forward opens nothing', async ({ people, openAs }) => {
  const ann = await people.create('ann');
  await share(ann, 'Mine');
  const page = await openAs(ann);
  await page.goto('/notifications');
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  const comments = page.getByRole('dialog', { name: /^Comments/ });
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Comments/ })
    .click();
  await expect(comments).toBeVisible();
  await expect.poll(async () => (await entry(page)).layers).toBe(1);
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(async () => (await entry(page)).layers).toBe(0);
  await page.goForward();
  await expect.poll(async () => (await entry(page)).layers).toBe(0);
  await expect(comments).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/notifications');
});
