import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

test('the last response wins when typing fast, and the keyboard moves through the results', async ({
  people,
  openAs,
}) => {
  const viewer = await people.create('seeker');
  // The other project may have created people with the same prefix.
  const [one, two] = [await people.create('quibble', 'Quibble One'), await people.create('quibble', 'Quibble Two')];
  const page = await openAs(viewer);
  await page.goto('/feed');
  const search = page.getByRole('combobox', { name: 'Search people' });

  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const first = one.user.username;
  await page.route(/\/v1\/users\?query=seek/, async (route) => {
    await held;
    // By now no one may be waiting for it.
    await route
      .fulfill({ json: { users: [{ username: 'too_late', name: 'Too Late', profile_path: '/profiles/default.png' }] } })
      .catch(() => undefined);
  });
  const asked = page.waitForRequest(/query=seek/);
  await search.fill('seek');
  await asked;
  await search.fill('qiubble');
  const option = (text: string) => page.getByRole('option').filter({ hasText: text });
  await expect(option(`@${first}`), 'swapped letters do no harm').toBeVisible();
  await expect(option(`@${two.user.username}`)).toBeVisible();
  release();
  await search.fill('quibble');
  await expect(option(`@${two.user.username}`)).toBeVisible();
  await expect(option('Too Late')).toHaveCount(0);
  await expect(option(`@${first}`)).toBeVisible();

  await search.fill(first);
  await expect(page.getByRole('button', { name: 'Clear search' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await expect(page.getByRole('option').first()).toContainText(`@${first}`);
  await search.press('ArrowDown');
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await search.press('Enter');
  await expect(page).toHaveURL(`/profile/${first}`);

  await page.goto('/feed');
  await search.fill('nobody is called so');
  await expect(page.getByText('No results found', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Search for “nobody is called so”' }).click();
  await expect(page).toHaveURL('/search?query=nobody+is+called+so');
});

test('Ctrl K leads anywhere with the keyboard alone, and loads nothing before', async ({ people, openAs }) => {
  const viewer = await people.create('seeker');
  const other = await people.create('walnut', 'Wal Nut');
  const page = await openAs(viewer);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/feed');
  await page.getByRole('combobox', { name: 'Search people' }).focus();
  expect(loaded.filter((url) => url.includes('AppPalette'))).toEqual([]);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Go to' });
  await expect(field).toBeFocused();
  await field.fill(other.user.username);
  await expect(page.getByRole('option', { name: /Wal Nut/ })).toHaveAttribute('aria-selected', 'true');
  await expectAccessibleAtBothWidths(page);
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await field.fill('secu');
  await expect(page.getByRole('option', { name: /Security/ })).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expect(page).toHaveURL('/settings/security');
});
