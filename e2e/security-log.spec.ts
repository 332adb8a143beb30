import { ownedSiteTest } from './support/own-server.ts';
import { password } from './support/people.ts';
import { expect, expectAccessibleAtBothWidths } from './support/test.ts';

/** What a site's owner reads about everybody's log-ins, on a server of the test's own. */

const { test, owning } = ownedSiteTest();

test('The team reads who logged in and who was refused, and finds one person or event', async ({ page, people }) => {
  // Several screens, each checked by axe in both themes.
  test.slow();
  const guest = await people.create('guest', 'Gail Guest');
  const { username } = guest.user;
  const refused = await guest.api.post('/v1/tokens/authentication', {
    data: { username, password: 'not the password' },
  });
  expect(refused.status()).toBe(401);
  await page.goto('/');
  await page.getByLabel('Username or Email').fill(owning().user.username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).not.toHaveURL('/');
  await page.goto('/site');
  await page.getByRole('link', { name: 'Security log' }).click();
  const entries = page.getByRole('list', { name: 'Security log' }).getByRole('listitem');
  await expect(entries.filter({ hasText: 'Gail Guest' }).filter({ hasText: 'Wrong password at log-in' })).toHaveCount(
    1,
  );
  await expectAccessibleAtBothWidths(page);

  // By keyboard: from the search to the choice of an event.
  await page.getByRole('searchbox', { name: 'Search by username' }).focus();
  await page.keyboard.type(username);
  await expect(entries.filter({ hasNotText: 'Gail Guest' })).toHaveCount(0);
  await expect(entries).not.toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Event' })).toBeFocused();
  await page.keyboard.type('Wrong password at log-in');
  await expect(entries).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search by username' }).fill('nobody_at_all');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});
