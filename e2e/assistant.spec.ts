import type { Page } from '@playwright/test';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

let questions = 0;
/** A question no other test asks. */
const unique = (text: string) => {
  questions += 1;
  return `${text} ${process.pid}-${questions}`;
};

const field = (page: Page) => page.getByRole('textbox', { name: 'Your question' });
const conversation = (page: Page) => page.getByRole('list', { name: 'Conversation' });

async function ask(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** The list of chats, which is behind a button on a phone. */
async function openChats(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Chats' });
  if (await button.isVisible()) await button.click();
}

test('a person asks, gets an answer, asks again, and finds the chat after a reload', async ({ people, openAs }) => {
  const page = await openAs(await people.create('asker', 'Ann Asker'));
  await page.goto('/ai-chat');
  await expect(page.getByRole('heading', { name: 'What can I help with, Ann Asker?' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await field(page).fill('A long thought');
  await page.reload();
  await expect(field(page), 'typed text survives').toHaveValue('A long thought');
  const [first, second] = [unique('How do I knit a scarf?'), unique('And a hat?')];
  await ask(page, first);
  await expect(conversation(page).getByText(`You asked: ${first}`)).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await ask(page, second);
  await expect(conversation(page).getByText(`You asked: ${second}`)).toBeVisible();
  const third = unique('refuse me once');
  await ask(page, third);
  await expect(conversation(page).getByRole('alert')).toContainText("can't be used right now");
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(conversation(page).getByText(`You asked: ${third}`)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.reload();
  await expect(conversation(page).getByText(`You asked: ${first}`)).toBeVisible();
  await expect(conversation(page).getByText(`You asked: ${second}`)).toBeVisible();

  await page.getByRole('button', { name: 'New chat' }).first().click();
  await expect(page.getByRole('heading', { name: /What can I help with/ })).toBeVisible();
  await openChats(page);
  await page.getByRole('button', { name: first, exact: true }).click();
  await expect(conversation(page).getByText(`You asked: ${second}`)).toBeVisible();
  await openChats(page);
  await page.getByRole('button', { name: `Delete ${first}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: first, exact: true })).toBeHidden();
});

test('an answer appears as text, lists, tables and code; nothing in it runs, and nothing is fetched for it', async ({
  people,
  openAs,
}) => {
  const page = await openAs(await people.create('reader'));
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost') elsewhere.push(request.url());
  });
  await page.goto('/ai-chat');
  await ask(page, unique('Everything in markdown'));
  const answer = conversation(page).getByRole('listitem').nth(1);
  await expect(answer.getByRole('button', { name: 'Copy answer' })).toBeVisible();
  await expect(answer.getByRole('heading', { name: 'A heading' })).toBeVisible();
  await expect(answer.getByText('bold', { exact: true })).toHaveCSS('font-weight', '600');
  await expect(answer.getByRole('link', { name: 'link', exact: true })).toHaveAttribute('rel', /noopener/);
  await expect(answer.getByText('this one')).toBeVisible();
  await expect(answer.getByRole('link', { name: 'this one' })).toHaveCount(0);
  await expect(answer.getByRole('cell', { name: 'pears' })).toBeVisible();
  await expect(answer.getByText(`const answer = '<b>42</b>';`)).toBeVisible();
  await expect(answer.getByText('<img src="x"', { exact: false })).toBeVisible();
  expect(await answer.locator('img, script').count()).toBe(0);
  expect(elsewhere).toEqual([]);
  await expect(page).not.toHaveTitle('taken over');
  await answer.getByRole('button', { name: 'Copy code' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`const answer = '<b>42</b>';`);
  await expectAccessibleAtBothWidths(page);
});

test('without an assistant, the page tells members to ask their host, and the host what to set', async ({
  people,
  openAs,
}) => {
  const page = await openAs(await people.create('member'));
  const names = ['ASSISTANT_URL', 'ASSISTANT_MODEL', 'ASSISTANT_API_KEY'];
  for (const settings of [null, names]) {
    await page.route('**/v1/assistant', (route) =>
      route.fulfill({ json: { configured: false, model: null, settings } }),
    );
    await page.goto('/ai-chat');
    await expect(page.getByText('This Hubbub has no assistant yet')).toBeVisible();
    await expect(page.getByText('Ask whoever runs it to add one.')).toBeVisible({ visible: settings === null });
    await expect(page.getByText(/ASSISTANT_/)).toHaveCount(settings === null ? 0 : 1);
    await expectAccessibleAtBothWidths(page);
  }
});
