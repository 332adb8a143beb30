import type { Page } from '@playwright/test';
import { dismissAlert, share } from './support/actions.ts';
import { conversationOf, openChat, sendMessage } from './support/messages.ts';
import { ownedSiteTest } from './support/own-server.ts';
import { linkIn, mailTo, type Person } from './support/people.ts';
import { expect, expectAccessibleAtBothWidths } from './support/test.ts';

/** A site that gives people a week to change their mind after deleting their account. */
const { test } = ownedSiteTest({ DELETION_GRACE_DAYS: '7' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function look(page: Page): Promise<void> {
  await expectAccessibleAtBothWidths(page);
}

async function logIn(page: Page, { user, password }: Person): Promise<void> {
  await page.getByLabel('Username or Email', { exact: true }).fill(user.username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Log in').click();
}

/** Presses the button that asks, and says yes. */
async function leave(page: Page, { ask, question, yes }: { ask: string; question: string; yes: string }) {
  await page.goto('/settings/data');
  await button(page, ask).click();
  const asking = page.getByRole('alertdialog', { name: question });
  await expect(asking).toBeVisible();
  await look(page);
  await asking.getByRole('button', { name: yes, exact: true }).click();
  await expect(page).toHaveURL('/');
}

test('people who deactivate their account are gone for others, until they log in again', async ({ people, openAs }) => {
  test.slow();
  const [gone, friend] = [await people.create('gone', 'Gina Gone'), await people.create('friend', 'Fred Friend')];
  const post = await share(gone, 'Back before the summer.');
  const conversation = await conversationOf(gone, friend);
  await sendMessage(gone, conversation, 'See you then');
  const [hers, his] = [await openAs(gone), await openAs(friend)];
  await his.goto(`/profile/${gone.user.username}`);
  await expect(his.getByText('Back before the summer.')).toBeVisible();

  await hers.goto('/settings/data');
  await expect(hers.getByRole('heading', { name: 'Deactivate your account' })).toBeVisible();
  await look(hers);
  await leave(hers, { ask: 'Deactivate account', question: 'Deactivate your account?', yes: 'Deactivate' });
  await expect(hers.getByText('Your account was deactivated', { exact: true })).toBeVisible();
  await look(hers);

  await his.reload();
  await expect(his.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(his.getByText('Back before the summer.')).toBeHidden();
  await expect(his.getByText('Gina Gone')).toBeHidden();
  await look(his);
  await his.goto(`/posts/${post}`);
  await expect(his.getByText('Back before the summer.')).toBeHidden();
  await his.goto(`/chat?conversation=${conversation}`);
  await expect(his.getByText('See you then', { exact: true }).last()).toBeVisible();
  await expect(his.getByText(/^They've deactivated their account for now/)).toBeVisible();
  await expect(his.getByRole('textbox', { name: 'Message' })).toHaveCount(0);
  await look(his);

  await logIn(hers, gone);
  await expect(hers).toHaveURL('/feed');
  await expect(hers.getByText('Back before the summer.')).toBeVisible();
  await his.goto(`/profile/${gone.user.username}`);
  await expect(his.getByText('Back before the summer.')).toBeVisible();
  await openChat(his, conversation);
  await expect(his.getByRole('textbox', { name: 'Message' })).toBeVisible();
});

test('people who delete their account can change their mind for a week, with the link in the mail', async ({
  people,
  openAs,
  dataDir,
}) => {
  test.slow();
  const person = await people.create('unsure');
  await share(person, 'Maybe my last post.');
  const page = await openAs(person);
  await leave(page, { ask: 'Delete Account', question: 'Are you sure?', yes: 'Yes' });
  await logIn(page, person);
  await expect(page.getByRole('alertdialog'), 'only the link brings it back').toBeVisible();
  await button(page, 'OK').click();

  const link = linkIn(await mailTo(person.email, /We're deleting your/, dataDir));
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Keep your account?' })).toBeVisible();
  await expect(page.getByText(person.user.username)).toBeVisible();
  await look(page);
  await button(page, 'Bring my account back').click();
  await dismissAlert(page, 'Your account is back. You can log in now.');
  await logIn(page, person);
  await expect(page).toHaveURL('/feed');
  await expect(page.getByText('Maybe my last post.')).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('alert').filter({ hasText: 'your account is back already' })).toBeVisible();
  await look(page);
  await page.goto('/keep-account');
  await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
  await look(page);
});
