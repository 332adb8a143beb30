import type { Page } from '@playwright/test';
import { share } from './support/actions.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

/** From now on the network delivers no code; the page keeps what it has. */
async function withoutCode(page: Page): Promise<void> {
  await page.route('**/assets/*.js', (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
  );
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText(/^You're offline/)).toBeVisible();
}

async function goOnline(page: Page): Promise<void> {
  await page.unroute('**/assets/*.js');
  await page.context().setOffline(false);
}

test('offline, comments and other pages fail in their own place, and recover when the connection is back', async ({
  people,
  openAs,
}) => {
  const author = await people.create('offauthor');
  const content = `Seen without a connection ${author.user.username}`;
  await share(author, content);
  const page = await openAs(author);
  await withoutCode(page);
  await page.goto('/feed');
  const card = page.getByRole('article').filter({ hasText: content });
  await expect(card).toBeVisible();
  await goOffline(page);

  await card.getByRole('button', { name: /comment/i }).click();
  const alert = page.getByRole('alert').filter({ hasText: /^(Comments|This page) couldn't be loaded/ });
  await expect(alert).toContainText("Comments couldn't be loaded");
  await expect(card).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeVisible();
  await goOnline(page);
  await expect(page.getByRole('dialog').getByPlaceholder('Add a comment...')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await withoutCode(page);
  await goOffline(page);
  await page.getByRole('link', { name: 'Video Conference' }).first().click();
  await expect(page).toHaveURL('/vc');
  await expect(alert).toContainText("This page couldn't be loaded");
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible();
  await goOnline(page);
  await expect(page.getByRole('button', { name: 'New Meeting' })).toBeVisible();
});

test('pressing Message offline before the code for toasts has loaded says why nothing happened', async ({
  people,
  openAs,
}) => {
  const [person, friend] = [await people.create('early'), await people.create('earlyfriend')];
  const page = await openAs(person);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await withoutCode(page);
  await page.goto(`/profile/${friend.user.username}`);
  const message = page.getByRole('button', { name: 'Message', exact: true });
  await expect(message).toBeVisible();
  await page.context().setOffline(true);
  await message.click();
  const said = page.getByText("You're offline, so the conversation wasn't opened.");
  await expect(said).toBeVisible();
  await expect(said).toHaveCount(0);

  // Once the code has loaded, the toast shows as well.
  await goOnline(page);
  await expect(said.first()).toBeVisible();
  expect(errors).toEqual([]);
});
