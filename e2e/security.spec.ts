import { freshUsername, linkIn, logInElsewhere, mailTo, password } from './support/people.ts';
import { codeOf } from './support/second-factors.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

test("a person sees a stranger's session in the settings and ends it, and then all others at once", async ({
  people,
  openAs,
  baseURL,
}) => {
  const person = await people.create('watchful');
  const stranger = await logInElsewhere(person.user.username, baseURL);
  const page = await openAs(person);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Security', exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/settings\/security$/);
  const devices = page.getByRole('list', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByText('This device')).toHaveCount(1);
  const theirs = devices.getByRole('listitem').filter({ hasText: 'Safari on iPhone' });
  await expect(theirs).toContainText('Last used');
  await expect(
    page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem').filter({ hasText: 'Safari on iPhone' }),
  ).toContainText('Logged in on a new device');
  await expectAccessibleAtBothWidths(page);

  const end = theirs.getByRole('button', { name: /^Log out/ });
  await end.focus();
  await page.keyboard.press('Enter');
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  expect((await stranger.get('/v1/user/check')).status()).toBe(401);
  expect((await person.api.get('/v1/user/check')).status()).toBe(200);
  await stranger.dispose();

  const others = [
    await logInElsewhere(person.user.username, baseURL),
    await logInElsewhere(person.user.username, baseURL),
  ];
  await page.reload();
  await page.getByRole('button', { name: 'Log out all other devices' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  for (const other of others) {
    expect((await other.get('/v1/user/check')).status()).toBe(401);
    await other.dispose();
  }
});

test('a notification about a new device leads to "This wasn\'t me", which ends its session and leads to a new password', async ({
  people,
  openAs,
  baseURL,
}) => {
  const person = await people.create('notified');
  const thief = await logInElsewhere(person.user.username, baseURL);
  const page = await openAs(person);
  await page.goto('/notifications');
  await page.getByRole('main').getByText('Someone logged in to your account on a new device').click();
  await expect(page).toHaveURL(/\/settings\/security$/);
  const theirs = page
    .getByRole('list', { name: 'Devices' })
    .getByRole('listitem')
    .filter({ hasText: 'Safari on iPhone' });
  await theirs.getByRole('button', { name: /^This wasn't me/ }).click();
  const alert = page.getByRole('alertdialog', { name: "Wasn't this you?" });
  await expect(alert).toContainText('We log out Safari on iPhone');
  await expectAccessibleAtBothWidths(page);
  await alert.getByRole('button', { name: 'Yes' }).click();
  const form = page.getByRole('dialog', { name: "Confirm that it's you" });
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/reset_token=/);
  await expect(page.getByLabel('Confirm Password', { exact: true })).toBeVisible();
  expect((await thief.get('/v1/user/check')).status()).toBe(401);
  expect((await person.api.get('/v1/user/check')).status()).toBe(200);
  await thief.dispose();
});

test('"This wasn\'t me" in the mail about a new device ends its session and leads to a new password', async ({
  people,
  page,
  baseURL,
  openAs,
}) => {
  const person = await people.create(freshUsername('owner').slice(0, 12));
  const thief = await logInElsewhere(person.user.username, baseURL);
  const own = await openAs(person);
  await own.goto('/notifications');
  await expect(own.getByRole('main').getByText('Someone logged in to your account on a new device')).toBeVisible();

  const mail = await mailTo(person.email, /New log-in/);
  expect(mail.text).toContain('Safari on iPhone');
  await page.goto(linkIn(mail));
  await expect(page.getByRole('heading', { name: 'Was that you?' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  // Opening the link does nothing yet.
  expect((await thief.get('/v1/user/check')).status()).toBe(200);
  await page.getByRole('button', { name: "This wasn't me" }).click();
  await expect(page).toHaveURL(/reset_token=/);
  expect((await thief.get('/v1/user/check')).status()).toBe(401);
  const fresh = `${password} again`;
  await page.getByLabel('Password', { exact: true }).fill(fresh);
  await page.getByLabel('Confirm Password', { exact: true }).fill(fresh);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/$/);
  const data = { username: person.user.username, password: fresh };
  expect((await thief.post('/v1/tokens/authentication', { data })).status()).toBe(201);
  await thief.dispose();
});

test('a person turns one-time codes on, and comes in with a recovery code without the app', async ({
  people,
  openAs,
  page: other,
}) => {
  const person = await people.create('coder');
  const page = await openAs(person);
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Set up one-time codes' }).click();
  const confirming = page.getByRole('dialog', { name: "Confirm that it's you" });
  await expect(confirming.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessibleAtBothWidths(page);
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');

  const setUp = page.getByRole('dialog', { name: 'Set up one-time codes' });
  await expect(setUp.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  const key = (await setUp.locator('code').textContent()) ?? '';
  await setUp.getByLabel('Code', { exact: true }).fill(codeOf(key));
  await setUp.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccessibleAtBothWidths(page);
  // No code is broken into two lines.
  const lines = await codes.getByRole('listitem').evaluateAll((items) =>
    items.map((item) => {
      const range = document.createRange();
      range.selectNodeContents(item);
      return range.getClientRects().length;
    }),
  );
  expect(lines).toEqual(Array.from({ length: 10 }, () => 1));
  const recovery = (await codes.getByRole('listitem').first().textContent()) ?? '';
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('hubbub-recovery-codes.txt');
  await page.getByRole('button', { name: "I've saved them" }).click();
  await expect(page.getByText('You have 10 of 10 recovery codes left')).toBeVisible();

  await other.goto('/');
  await other.getByLabel('Username or Email', { exact: true }).fill(person.user.username);
  await other.getByLabel('Password', { exact: true }).fill(person.password);
  await other.getByRole('button', { name: 'Log in', exact: true }).click();
  const field = other.getByLabel('One-time code', { exact: true });
  await expect(field).toBeFocused();
  await expectAccessibleAtBothWidths(other);
  await field.fill(recovery);
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(/\/feed$/);
  await page.reload();
  await expect(page.getByText('You have 9 of 10 recovery codes left')).toBeVisible();

  await page.getByRole('button', { name: 'Turn off one-time codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('button', { name: 'Set up one-time codes' })).toBeVisible();
});
