import type { Route } from '@playwright/test';
import { share } from './support/actions.ts';
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
