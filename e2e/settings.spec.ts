import { messages } from '@hubbub/contract/platform/messages.ts';
import type { Page } from '@playwright/test';
import { dismissAlert, storedUser } from './support/actions.ts';
import { freshUsername, linkIn, mailTo, password } from './support/people.ts';
import {
  atSize,
  expect,
  expectAccessibleAtBothWidths,
  expectNoSidewaysScroll,
  narrowest,
  test,
} from './support/test.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
/** Every page of the settings that isn't tested with its feature. */
const settingsPaths = [
  '/settings',
  '/settings/account',
  '/settings/password',
  '/settings/notifications',
  '/settings/privacy',
  '/settings/blocked',
  '/settings/appearance',
  '/settings/data',
  '/decisions',
];

const apply = (page: Page) => page.getByRole('button', { name: 'Apply Changes' }).click();

test('the email is read-only; a username that breaks a rule gets an error at its field; a new one shows everywhere and its link works', async ({
  people,
  openAs,
}) => {
  const [person, other] = [await people.create('before'), await people.create('having')];
  await person.api.post('/v1/posts', { multipart: { content: 'Written under the old name' } });
  const page = await openAs(person);
  await page.goto('/feed');
  const post = page.getByRole('article').filter({ hasText: 'Written under the old name' }).first();
  await expect(async () => {
    if (!(await post.isVisible())) await page.mouse.wheel(0, 900);
    await expect(post.getByText(`@${person.user.username}`)).toBeVisible({ timeout: 500 });
  }).toPass();

  await page.getByRole('link', { name: 'Settings' }).filter({ visible: true }).first().click();
  await expect(field(page, 'Email')).toHaveValue(person.email);
  await expect(field(page, 'Email')).toHaveAttribute('readonly', '');
  await field(page, 'Username').fill(other.user.username.toUpperCase());
  await apply(page);
  const alert = page.getByRole('alertdialog');
  await expect(alert).toBeVisible();
  await alert.getByRole('button').click();
  await expect(field(page, 'Username')).toHaveValue(other.user.username.toUpperCase());
  await expect(field(page, 'Username')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Username')).toBeFocused();

  await field(page, 'Username').fill('ab');
  await apply(page);
  await dismissAlert(page, messages.usernameShort);
  await field(page, 'Username').fill('not allowed');
  await apply(page);
  await dismissAlert(page, messages.usernamePattern);
  await field(page, 'Username').fill('');
  await apply(page);
  await dismissAlert(page, messages.usernameRequired);
  expect(await storedUser(page)).toMatchObject({ username: person.user.username });

  const renamed = freshUsername('after');
  await field(page, 'Username').fill(renamed);
  await field(page, 'Username').press('Enter');
  await expect(page.getByText('Changes saved', { exact: true })).toBeVisible();
  expect(await storedUser(page)).toMatchObject({ username: renamed });

  await page.getByRole('link', { name: 'Back to the feed' }).click();
  // Other tests post at the same time, so it may not be at the top.
  await expect(async () => {
    if (!(await post.isVisible())) await page.mouse.wheel(0, 900);
    await expect(post.getByText(`@${renamed}`)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.goto(`/profile/${renamed}`);
  await expect(page.getByRole('main').getByText('1 post', { exact: true })).toBeVisible();
  await page.goto(`/profile/${person.user.username}`);
  await expect(page, 'the old name leads to the new one').toHaveURL(`/profile/${renamed}`);
  await page.goto('/settings/account');
  const old = page.getByRole('list', { name: 'Old usernames' });
  await expect(old).toContainText(`@${person.user.username.toLowerCase()}`);
  await page.getByRole('checkbox', { name: 'Keep my old usernames' }).click();
  await expect(old).toBeHidden();
  await page.goto(`/profile/${person.user.username}`);
  await expect(page.getByText('User not found')).toBeVisible();
});

test("a change on one device shows on the other at the next load, without replacing what's being typed", async ({
  people,
  openAs,
}) => {
  const person = await people.create('twodevices');
  const page = await openAs(person);
  await page.goto('/settings');
  const nsfw = page.getByRole('checkbox', { name: 'Show NSFW Content' });
  await expect(nsfw).not.toBeChecked();
  const renamed = freshUsername('elsewhere');
  await person.api.patch('/v1/users', { data: { username: renamed, show_nsfw: true } });

  await page.reload();
  await expect(nsfw).toBeChecked();
  await expect(field(page, 'Username')).toHaveValue(renamed);
  expect(await storedUser(page)).toMatchObject({ username: renamed, show_nsfw: true });

  await page.goto('/profile');
  await expect(page.getByRole('main').getByText(`@${renamed}`)).toBeVisible();

  await page.goto('/users/profile');
  await field(page, 'Name').fill('Being typed');
  await person.api.post('/v1/profile', { multipart: { name: 'Set elsewhere', bio: 'From elsewhere' } });
  await page.reload();
  await expect(field(page, 'Name')).toHaveValue('Being typed');
});

test('the theme follows the setting, or the system, and persists', async ({ people, openAs }) => {
  const page = await openAs(await people.create('themed'), { colorScheme: 'dark' });
  await page.goto('/settings/appearance');
  const html = page.locator('html');
  await page.getByRole('radio', { name: 'Light' }).click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'System' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html).toHaveAttribute('data-theme', 'light');
});

test('the password changes with the old one, and other devices are logged out', async ({ people, openAs }) => {
  const person = await people.create('careful');
  const page = await openAs(person);
  const renewed = 'another long password';
  // The browser has its own session, so that the first one is the other device.
  await page.context().clearCookies();
  const login = await page.request.post('/v1/tokens/authentication', {
    data: { username: person.user.username, password },
  });
  expect(login.status()).toBe(201);

  await page.goto('/settings/password');
  const update = page.getByRole('button', { name: 'Update', exact: true });
  await update.click();
  await dismissAlert(page, messages.passwordRequired);
  await dismissAlert(page, messages.confirmRequired);

  await field(page, 'Old Password').fill('not the old password');
  await field(page, 'Password').fill(renewed);
  await field(page, 'Confirm Password').fill('something else');
  await update.click();
  await dismissAlert(page, messages.confirmMismatch);
  await field(page, 'Confirm Password').fill(renewed);
  await update.click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toBeVisible();
  await alert.getByRole('button').click();
  await expect(field(page, 'Old Password')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Password')).toHaveValue(renewed);

  await field(page, 'Old Password').fill(password);
  await page.getByRole('button', { name: 'Show Old Password' }).click();
  await expect(field(page, 'Old Password')).toHaveAttribute('type', 'text');
  await field(page, 'Confirm Password').press('Enter');
  await dismissAlert(page, messages.passwordUpdated);
  await expect(page).toHaveURL('/settings');

  expect((await person.api.get('/v1/user/check')).status(), 'the other device').toBe(401);
  expect((await page.request.get('/v1/user/check')).status(), 'this device').toBe(200);
});

test("logging out on one device doesn't log out the other", async ({ people, openAs }) => {
  const person = await people.create('leaver');
  const page = await openAs(person);
  await page.context().clearCookies();
  await page.request.post('/v1/tokens/authentication', { data: { username: person.user.username, password } });
  await page.goto('/settings');
  await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect((await page.request.get('/v1/user/check')).status()).toBe(401);
  expect((await person.api.get('/v1/user/check')).status()).toBe(200);
});

test('an account is deleted only after a Yes', async ({ people, openAs }) => {
  const [person, witness] = [await people.create('goner'), await people.create('witness')];
  const page = await openAs(person);
  await page.goto('/settings');
  const confirm = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect(confirm.getByText('Are you sure?', { exact: true })).toBeVisible();
  await expect(confirm).toHaveAccessibleName('Are you sure?');
  await expect(confirm, 'what goes with it').toHaveAccessibleDescription(
    /^This can't be undone\. We'll delete your profile, posts, comments, votes, pictures and memberships\. Messages/,
  );
  await expectAccessibleAtBothWidths(page);
  await confirm.getByRole('button', { name: 'No', exact: true }).click();
  await expect(confirm).toBeHidden();
  expect((await person.api.get('/v1/user/check')).status()).toBe(200);

  await page.getByRole('button', { name: 'Delete Account' }).click();
  await confirm.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect((await person.api.get('/v1/user/check')).status()).toBe(401);
  expect((await witness.api.get(`/v1/users/${person.user.username}`)).status()).toBe(404);
});

test('settings screens are accessible and fit in both themes', async ({ people, openAs }) => {
  const page = await openAs(await people.create('reader'));
  for (const path of settingsPaths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await atSize(page, narrowest, () => expectNoSidewaysScroll(page));
  }
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});

test('the pages of the settings are listed beside each, with the open one marked', async ({ people, openAs }) => {
  const page = await openAs(await people.create('wanderer'));
  await page.goto('/settings');
  const pages = page.getByRole('navigation', { name: 'Settings', exact: true });
  await expect(pages.getByRole('link')).toHaveText([
    'Settings',
    'Profile',
    'Account',
    'Security',
    'Notifications',
    'Privacy',
    'Appearance and language',
    'Your data',
    'About',
  ]);
  const current = pages.locator('[aria-current]');
  await expect(current).toHaveText(['Settings']);
  for (const [label, title] of [
    ['Profile', 'Update Profile'],
    ['Account', 'Account'],
    ['Security', 'Security'],
    ['Notifications', 'Notification settings'],
    ['Privacy', 'Privacy'],
    ['Appearance and language', 'Appearance and language'],
    ['Your data', 'Your data'],
  ] as const) {
    await pages.getByRole('link', { name: label, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Hubbub`);
    await expect(current).toHaveText([label]);
    await expect(page.getByRole('main'), 'reading starts at the page').toBeFocused();
  }
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Appearance and language', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Appearance and language', exact: true })).toBeVisible();
  await page.goBack();
  await expect(current).toHaveText(['Privacy']);
  await page.goto('/settings/password');
  await expect(current, 'the page above it').toHaveText(['Security']);
  await page.goto('/feed');
  await expect(pages).toHaveCount(0);
});

test('on a phone the settings are a list, and each page leads back to it', { tag: '@phone-only' }, async ({
  people,
  openAs,
}) => {
  const page = await openAs(await people.create('thumb'));
  await page.goto('/settings');
  const home = page.getByRole('link', { name: 'Hubbub, home' });
  const header = await page.locator('header').filter({ has: home }).boundingBox();
  const logo = await home.locator('svg').boundingBox();
  const middle = (box: typeof header) => (box?.y ?? 0) + (box?.height ?? 0) / 2;
  // The header has a 1 px bottom border.
  expect(Math.abs(middle(logo) - middle(header)), 'the logo is centered').toBeLessThanOrEqual(0.5);
  const list = page.getByRole('list', { name: 'Settings', exact: true });
  for (const label of ['Account', 'Security', 'Notifications', 'Privacy', 'Appearance and language', 'Your data']) {
    await list.getByRole('link', { name: label, exact: true }).click();
    await expect(list).toBeHidden();
    await page.getByRole('link', { name: 'Back to settings' }).click();
    await expect(page).toHaveURL('/settings');
  }
});

test('the email changes with the link in the mail to the new address, and back with the one to the old', async ({
  people,
  openAs,
  page: stranger,
}) => {
  const person = await people.create('postal');
  const [before, after] = [person.email, `moved_${person.email}`];
  const page = await openAs(person);
  await page.goto('/settings/account');
  await field(page, 'New email').fill('not an address');
  await field(page, 'New email').press('Enter');
  await dismissAlert(page, messages.emailInvalid);
  await expect(field(page, 'New email'), 'what was typed stays').toHaveValue('not an address');
  await field(page, 'New email').fill(after);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByRole('dialog', { name: "Confirm that it's you" })).toBeVisible();
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: after })).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await page.goto(linkIn(await mailTo(after, /Confirm your new email/)));
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: 'Confirm this email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email was changed' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await expect(page.getByRole('main').getByText(after)).toBeVisible();
  await page.goto('/settings');
  await expect(field(page, 'Email')).toHaveValue(after);

  await stranger.goto(linkIn(await mailTo(before, /was changed/)));
  await expect(stranger.getByRole('heading', { name: 'Keep your email?' })).toBeVisible();
  await expectAccessibleAtBothWidths(stranger);
  expect((await page.request.get('/v1/user/check')).status(), 'opening the link does nothing yet').toBe(200);
  await stranger.getByRole('button', { name: "This wasn't me" }).click();
  await expect(stranger).toHaveURL(/reset_token=/);
  expect((await page.request.get('/v1/user/check')).status()).toBe(401);
  const login = { username: before, password };
  expect((await stranger.request.post('/v1/tokens/authentication', { data: login })).status()).toBe(201);
});
