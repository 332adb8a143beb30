import type { Page } from '@playwright/test';
import { ownedSiteTest } from './support/own-server.ts';
import { password } from './support/people.ts';
import { expect, expectAccessibleAtBothWidths } from './support/test.ts';

/** A new site and its first account, which owns it. */

const { test, owning } = ownedSiteTest();

async function expectSound(page: Page): Promise<void> {
  await expectAccessibleAtBothWidths(page);
}

test('A new owner is led through the first steps, and everybody sees what they chose', async ({ page }) => {
  // Many screens, each checked by axe.
  test.slow();
  await page.goto('/');
  await page.getByLabel('Username or Email').fill(owning().user.username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Name and logo' })).toBeVisible();
  await expectSound(page);

  await page.getByLabel('Name').fill('Elm Street');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByRole('heading', { name: 'Who may register' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('radio', { name: 'People you accept' }).click();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByRole('heading', { name: 'Rules' })).toBeVisible();
  await expect(page.getByLabel('Rule 3', { exact: true })).not.toBeEmpty();
  await page.getByRole('button', { name: 'Remove rule 3' }).click();
  await page.getByLabel('Rule 1', { exact: true }).fill('Be kind.');
  await expectSound(page);
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await expect(page.getByRole('heading', { name: 'The first invite' })).toBeVisible();
  await page.getByRole('button', { name: 'Make an invite' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Finish', exact: true }).click();

  await expect(page).toHaveURL('/site');
  await expect(page.getByRole('heading', { name: 'Elm Street' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Checkup' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Popular Communities' })).toHaveCount(0);
  await expectSound(page);

  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByText('changed the rules')).toBeVisible();
  await expectSound(page);
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Elm Street');
  await expectSound(page);

  await page.goto('/about');
  await expect(page.getByRole('heading', { name: 'About Elm Street' })).toBeVisible();
  await expect(page.getByText('Be kind.')).toBeVisible();
  await expect(page.getByText('Olive Owner')).toBeVisible();
  await expectSound(page);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await expect(page.getByText('Elm Street')).toBeVisible();
  await expect(page.getByText('The team looks at every registration')).toBeVisible();
  await expectSound(page);
});
