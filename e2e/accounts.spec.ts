import { messages } from '@hubbub/contract/platform/messages.ts';
import type { Page } from '@playwright/test';
import { storedUser } from './support/actions.ts';
import { freshUsername, linkIn, mailTo, password } from './support/people.ts';
import {
  atSize,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSidewaysScroll,
  narrowest,
  test,
} from './support/test.ts';

/** The app's own alert with exactly this text; dismisses it. */
async function dismissAlert(page: Page, text: string) {
  const alert = page.getByRole('alertdialog');
  await expect(alert.getByText(text, { exact: true })).toBeVisible();
  await alert.getByRole('button').last().click();
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function logIn(page: Page, identifier: string, secret: string) {
  await field(page, 'Username or Email').fill(identifier);
  await field(page, 'Password').fill(secret);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test('a person registers in three steps, activates from the email, logs in and logs out', { tag: '@phone' }, async ({
  page,
}) => {
  const username = freshUsername('newcomer');
  const email = `${username}@example.org`;

  await page.goto('/');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
  await field(page, 'Email').fill(email);
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page).toHaveURL(/\/register\/username\?reg_id=.+/);
  await field(page, 'Username').fill(username);
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page).toHaveURL(/\/register\/password\?reg_id=.+/);
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await dismissAlert(page, messages.accountCreated);
  await expect(page).toHaveURL('/');

  await logIn(page, username, password);
  await dismissAlert(page, messages.notActivated);

  await page.goto(linkIn(await mailTo(email, /activate/i)));
  await expect(page.getByText(`You're about to activate the account ${username}.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Click Here' }).click();
  await dismissAlert(page, messages.accountActivated);
  await expect(page).toHaveURL('/');

  await logIn(page, email, password);
  await expect(page).toHaveURL('/feed');
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'));
  expect(stored).toMatchObject({ username, email, show_nsfw: false });

  await page.goto('/');
  await expect(page, 'a stored user goes straight to the feed').toHaveURL('/feed');
});

test('someone who never registered deletes the registration with "This wasn\'t me"', async ({ page, request }) => {
  const username = freshUsername('stranger');
  const email = `${username}@example.org`;
  const { reg_id } = await (await request.patch('/v1/register/email', { data: { email } })).json();
  await request.patch('/v1/register/username', { data: { reg_id, username } });
  await request.post('/v1/users', { data: { reg_id, password, confirm_password: password } });

  const link = linkIn(await mailTo(email, /activate/i));
  await page.goto(link);
  await page.getByRole('button', { name: "This wasn't me" }).click();
  await dismissAlert(page, "We deleted this registration. You don't need to do anything else.");
  await expect(page).toHaveURL('/');
  const login = await request.post('/v1/tokens/authentication', { data: { username, password } });
  expect(login.status()).toBe(401);
  await page.goto(link);
  await expect(page.getByText('This activation link is no longer valid')).toBeVisible();
});

test("a wrong password doesn't reveal whether the account exists", async ({ page, people }) => {
  const person = await people.create('mistyper');
  await page.goto('/');
  const texts: string[] = [];
  for (const identifier of [person.user.username, freshUsername('nobody')]) {
    await logIn(page, identifier, 'not the password');
    const alert = page.getByRole('alertdialog');
    await expect(alert).toBeVisible();
    texts.push((await alert.locator('p').first().textContent()) ?? '');
    await alert.getByRole('button').last().click();
    await expect(field(page, 'Username or Email')).toHaveValue(identifier);
  }
  expect(texts[0]).toBe(texts[1]);
});

test('a forgotten password is recovered with a one-time code', async ({ page, people }) => {
  const person = await people.create('forgetful');
  const renewed = 'a brand new password';
  await page.goto('/');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  // The log-in form has a field with the same name.
  await expect(page.getByRole('button', { name: 'Send OTP' })).toBeVisible();
  await field(page, 'Username or Email').fill(person.user.username);
  await page.getByRole('button', { name: 'Send OTP' }).click();

  await expect(page).toHaveURL(new RegExp(`/otp\\?username=${person.user.username}`));
  const code = /\b\d{6}\b/.exec((await mailTo(person.email, /code|password/i)).text)?.[0] ?? '';
  await field(page, 'One-Time Password').fill(code);
  await page.getByRole('button', { name: 'Submit' }).click();

  await expect(page).toHaveURL(/\/otp\/reset-password\?reset_token=.+/);
  await field(page, 'Password').fill(renewed);
  await field(page, 'Confirm Password').fill(renewed);
  await field(page, 'Confirm Password').press('Enter');
  await dismissAlert(page, messages.passwordReset);
  await expect(page).toHaveURL('/');

  expect((await person.api.get('/v1/user/check')).status(), 'every session ended').toBe(401);
  await logIn(page, person.user.username, renewed);
  await expect(page).toHaveURL('/feed');
});

test('a signed-out visitor to a protected page logs in and arrives where they wanted to go, but never off-site', async ({
  page,
  people,
  baseURL,
}) => {
  const person = await people.create('visitor');
  for (const path of ['/vc/join/AbC1234', '/ai-chat', '/post/upload']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/?next=${encodeURIComponent(path)}`);
  }
  await logIn(page, person.user.username, person.password);
  await expect(page).toHaveURL('/post/upload');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/?next=${encodeURIComponent('/.//evil.example/login')}`);
  await logIn(page, person.user.username, person.password);
  await expect(page).toHaveURL(`${baseURL}/feed`);
});

test('a browser with a session but no stored user opens protected pages, until the session ends elsewhere', async ({
  people,
  openAs,
}) => {
  const person = await people.create('cookie');
  const page = await openAs(person);
  await page.addInitScript(() => {
    if (sessionStorage.getItem('emptied') === null) localStorage.clear();
    sessionStorage.setItem('emptied', 'yes');
  });
  await page.goto('/vc/join/AbC1234');
  await expect(page).toHaveURL(/\/meet\/join\?room=AbC1234&/);
  expect(await storedUser(page)).toMatchObject({ username: person.user.username });

  await person.api.post('/v1/users/logout');
  await page.goto('/feed');
  await expect(page).toHaveURL(/^[^?]*\/(\?next=.*)?$/);
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
});

const screens = [
  ['log in', '/'],
  ['register, step 1', '/register'],
  ['register, step 2', '/register/username?reg_id=x'],
  ['register, step 3', '/register/password?reg_id=x'],
  ['activation', '/account/activate?token=x'],
  ['activation, the other path', '/users/activate?token=x'],
  ['forgotten password', '/forgot-password'],
  ['one-time password', '/otp?username=ada'],
  ['reset password', '/otp/reset-password?reset_token=x'],
  ['no such page', '/nowhere/at/all'],
] as const;

test('every screen of somebody signed out is accessible and fits, in both themes', async ({ page }) => {
  for (const [name, path] of screens) {
    await test.step(name, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expectAccessibleAtBothWidths(page);
      await atSize(page, narrowest, () => expectNoSidewaysScroll(page));
    });
  }
});
