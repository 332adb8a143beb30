import type { Page } from '@playwright/test';
import { withAuthenticator } from './support/second-factors.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

async function answerWithPassword(page: Page, password: string): Promise<void> {
  const confirming = page.getByRole('dialog', { name: "Confirm that it's you" });
  await confirming.getByLabel('Password', { exact: true }).fill(password);
  await confirming.getByRole('button', { name: 'Continue' }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await fetch('/v1/users/logout', { method: 'POST' });
    localStorage.clear();
  });
}

/** From the next page on, the browser offers passkeys by itself, or only when asked. */
async function offerByItself(page: Page, isOffering: boolean): Promise<void> {
  await page.evaluate((value) => sessionStorage.setItem('is-offering', String(value)), isOffering);
}

test('a person adds a passkey, logs in with it by button and by autofill, confirms with it, and removes it', async ({
  people,
  openAs,
}) => {
  const person = await people.create('keyed');
  const page = await openAs(person);
  const { client, authenticatorId } = await withAuthenticator(page);
  await page.addInitScript(() => {
    if (sessionStorage.getItem('is-offering') === 'false')
      Reflect.deleteProperty(PublicKeyCredential, 'isConditionalMediationAvailable');
  });
  await page.goto('/settings/security');
  await expect(page.getByText('A passkey lets you log in with your fingerprint')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await answerWithPassword(page, person.password);
  const naming = page.getByRole('dialog', { name: 'Name your passkey' });
  await expect(naming.getByLabel('Name', { exact: true })).toBeFocused();
  await expectAccessibleAtBothWidths(page);
  await naming.getByLabel('Name', { exact: true }).fill('My laptop');
  await naming.getByRole('button', { name: 'Save' }).click();
  const list = page.getByRole('list', { name: 'Passkeys' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText('My laptop');
  await expect(list).toContainText('Never used');
  await expectAccessibleAtBothWidths(page);

  // The same device can't keep a second one.
  await page.getByRole('button', { name: 'Add another passkey' }).click();
  await expect(page.getByText('This device already has a passkey for your account.').first()).toBeVisible();

  // By the button.
  await logOut(page);
  await offerByItself(page, false);
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Use a passkey' });
  await expect(button).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await button.click();
  await expect(page).toHaveURL(/\/feed$/);

  // By autofill, which offers the passkey without a click.
  await logOut(page);
  await offerByItself(page, true);
  await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
  await page.goto('/');
  const field = page.getByLabel('Username or Email', { exact: true });
  await expect(field).toHaveAttribute('autocomplete', 'username webauthn');
  await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
  await page.goto('/');
  await expect(page).toHaveURL(/\/feed$/);

  await page.goto('/settings/security');
  await expect(list).toContainText('Last used');
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  const confirming = page.getByRole('dialog', { name: "Confirm that it's you" });
  await expect(confirming.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await confirming.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
  await expect(list).toHaveCount(0);

  // The device still has the passkey, but it no longer works.
  await logOut(page);
  await offerByItself(page, false);
  await page.goto('/');
  await button.click();
  await expect(page.getByText("This passkey doesn't open an account here.").first()).toBeVisible();
});

test('a second device gets a passkey of its own', async ({ people, openAs }) => {
  const person = await people.create('two_keys');
  for (const [count, label] of [
    [1, 'Add a passkey'],
    [2, 'Add another passkey'],
  ] as const) {
    const page = await openAs(person);
    await withAuthenticator(page);
    await page.goto('/settings/security');
    await page.getByRole('button', { name: label }).click();
    if (count === 1) await answerWithPassword(page, person.password);
    await page.getByRole('dialog', { name: 'Name your passkey' }).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(count);
  }
});
