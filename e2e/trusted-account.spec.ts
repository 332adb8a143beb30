import { messages } from '@hubbub/contract/platform/messages.ts';
import type { Page } from '@playwright/test';
import { dismissAlert } from './support/actions.ts';
import { type OwnServer, startOwnServer } from './support/own-server.ts';
import { createPerson, freshUsername, linkIn, logInElsewhere, mailTo, password } from './support/people.ts';
import { codeOf, withAuthenticator } from './support/second-factors.ts';
import { test as base, expect, expectAccessibleAtBothWidths } from './support/test.ts';

const test = base.extend<{ elsewhere: () => Promise<OwnServer> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are asked for.
  elsewhere: async ({}, use) => {
    // It starts while the first steps run; if it fails to start, the step that needs it reports that.
    const starting = startOwnServer();
    starting.catch(() => undefined);
    await use(() => starting);
    await (await starting).stop();
  },
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** What has to hold on every screen on the way. */
async function look(page: Page): Promise<void> {
  await expectAccessibleAtBothWidths(page);
}

async function confirmWithPassword(page: Page): Promise<void> {
  const confirming = page.getByRole('dialog', { name: "Confirm that it's you" });
  await expect(confirming.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(confirming).toBeHidden();
}

async function logIn(page: Page, username: string): Promise<void> {
  await field(page, 'Username or Email').fill(username);
  await field(page, 'Password').fill(password);
  await button(page, 'Log in').click();
}

async function register(page: Page, { username, email }: { username: string; email: string }): Promise<void> {
  await page.goto('/register');
  await field(page, 'Email').fill(email);
  await look(page);
  await button(page, 'Next').click();
  await field(page, 'Username').fill(username);
  await button(page, 'Next').click();
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm Password').fill(password);
  await expect(page.getByRole('status').filter({ hasText: 'Strong' })).toBeVisible();
  await look(page);
  await button(page, 'Create Account').click();
  await dismissAlert(page, messages.accountCreated);
  await page.goto(linkIn(await mailTo(email, /activate/i)));
  await expect(page.getByText(`You're about to activate the account ${username}.`)).toBeVisible();
  await look(page);
  await button(page, 'Click Here').click();
  await dismissAlert(page, messages.accountActivated);
  await logIn(page, username);
  await expect(page).toHaveURL('/feed');
}

/** Adds a passkey, logs out, and is logged in by what the browser fills in. */
async function usePasskey(page: Page): Promise<void> {
  const { client, authenticatorId } = await withAuthenticator(page);
  await page.goto('/settings/security');
  await expect(button(page, 'Set up one-time codes')).toBeVisible();
  await look(page);
  await button(page, 'Add a passkey').click();
  await confirmWithPassword(page);
  const naming = page.getByRole('dialog', { name: 'Name your passkey' });
  await naming.getByLabel('Name', { exact: true }).fill('My phone');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('My phone');
  await look(page);

  await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
  await page.goto('/settings');
  await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click();
  await expect(button(page, 'Use a passkey')).toBeVisible();
  await look(page);
  await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
  await page.goto('/');
  await expect(page, 'nothing was typed or clicked').toHaveURL('/feed');
}

/** Turns codes on. @returns a recovery code */
async function turnCodesOn(page: Page): Promise<string> {
  await page.goto('/settings/security');
  await button(page, 'Set up one-time codes').click();
  await confirmWithPassword(page);
  const setUp = page.getByRole('dialog', { name: 'Set up one-time codes' });
  await expect(setUp.getByRole('img')).toBeVisible();
  await look(page);
  await setUp.getByLabel('Code', { exact: true }).fill(codeOf((await setUp.locator('code').textContent()) ?? ''));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await look(page);
  const recovery = (await codes.nth(3).textContent()) ?? '';
  await button(page, "I've saved them").click();
  await expect(page.getByText('You have 10 of 10 recovery codes left')).toBeVisible();
  return recovery;
}

/** Logs in on a device that has neither the passkey nor the app. */
async function comeInWithRecoveryCode(page: Page, username: string, recovery: string): Promise<void> {
  await page.goto('/');
  await logIn(page, username);
  await expect(field(page, 'One-time code')).toBeFocused();
  await look(page);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await button(page, 'OK').click();
  await expect(field(page, 'One-time code'), 'what was wrong is where to go on').toBeFocused();
  await look(page);
  await field(page, 'One-time code').fill(recovery);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/feed');
}

async function changeEmail(page: Page, email: { from: string; to: string }): Promise<void> {
  await page.goto('/settings/account');
  await field(page, 'New email').fill(email.to);
  await button(page, 'Change email').click();
  await confirmWithPassword(page);
  await expect(page.getByRole('status').filter({ hasText: email.to })).toBeVisible();
  await look(page);
  await page.goto(linkIn(await mailTo(email.to, /Confirm your new email/)));
  await look(page);
  await button(page, 'Confirm this email').click();
  await expect(page.getByRole('heading', { name: 'Your email was changed' })).toBeVisible();
  await look(page);
  expect((await mailTo(email.from, /was changed/)).text).toContain('/settings/email/undo?token=');
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await expect(page.getByRole('main').getByText(email.to)).toBeVisible();
}

/** Writes a post, and downloads everything. @returns where the ZIP is */
async function exportData(page: Page): Promise<string> {
  expect((await page.request.post('/v1/posts', { multipart: { content: 'A post to take along' } })).status()).toBe(201);
  await page.goto('/settings/data');
  await button(page, 'Put my data together').click();
  await expect(page.getByText(/^Ready: /)).toBeVisible({ timeout: 60_000 });
  await look(page);
  const downloading = page.waitForEvent('download');
  await button(page, 'Download').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^hubbub-.*\.zip$/);
  return await download.path();
}

async function importData(page: Page, zip: string): Promise<void> {
  await page.goto('/settings/data');
  const card = page.getByRole('heading', { name: 'Import your data' }).locator('..');
  await expect(card.getByRole('button', { name: 'Choose a ZIP' })).toBeVisible();
  await card.getByLabel('ZIP to import').setInputFiles(zip);
  await card.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(card.getByText('Import finished. We went through 1 post.')).toBeVisible({ timeout: 60_000 });
  await look(page);
  await page.goto('/profile');
  await page.getByText('A post to take along').click();
  await expect(page.getByText(/^Imported · from .*, according to its author$/)).toBeVisible();
  await look(page);
}

async function deleteAccount(page: Page, username: string): Promise<void> {
  await button(page, 'Delete Account').click();
  await expect(page.getByRole('alertdialog', { name: 'Are you sure?' })).toBeVisible();
  await look(page);
  await button(page, 'Yes').click();
  await expect(page).toHaveURL('/');
  await logIn(page, username);
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expect(page).toHaveURL('/');
}

test("a person protects their account, gets back in without their phone, ends a stranger's session, and moves to another site with their data", async ({
  page: phone,
  browser,
  baseURL,
  viewport,
  hasTouch,
  elsewhere,
}) => {
  test.slow();
  const username = freshUsername('trusting');
  const email = { from: `${username}@example.org`, to: `${username}@example.com` };
  await test.step('registers', () => register(phone, { username, email: email.from }));
  const stranger = await logInElsewhere(username, baseURL);
  await test.step('adds a passkey, and logs in by autofill', () => usePasskey(phone));
  const recovery = await test.step('turns one-time codes on', () => turnCodesOn(phone));

  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport, hasTouch, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await test.step('comes in with a recovery code', () => comeInWithRecoveryCode(page, username, recovery));
  await test.step("sees a stranger's session and ends it", async () => {
    await page.goto('/settings/security');
    const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
    await expect(devices).toHaveCount(3);
    await expect(page.getByText('You have 9 of 10 recovery codes left')).toBeVisible();
    await look(page);
    await devices
      .filter({ hasText: 'Safari on iPhone' })
      .getByRole('button', { name: /^Log out/ })
      .click();
    await expect(devices).toHaveCount(2);
    expect((await stranger.get('/v1/user/check')).status()).toBe(401);
  });
  await test.step('changes the email', () => changeEmail(page, email));
  const zip = await test.step('exports', () => exportData(page));
  await test.step('deletes the account', () => deleteAccount(page, username));
  expect((await phone.request.get('/v1/user/check')).status(), 'the lost phone').toBe(401);
  await test.step('imports on another site', async () => {
    const site = await elsewhere();
    // A site's first person is shown how to run it.
    const owner = await createPerson(site, 'owner');
    const person = await createPerson(site, 'moved');
    const other = await browser.newContext({ baseURL: site.origin, viewport, hasTouch, reducedMotion: 'reduce' });
    const there = await other.newPage();
    await there.goto('/');
    await logIn(there, person.user.username);
    await expect(there).toHaveURL('/feed');
    await importData(there, zip);
    await Promise.all([other.close(), owner.api.dispose(), person.api.dispose()]);
  });
  await Promise.all([context.close(), stranger.dispose()]);
});
