import { createCommunity } from './support/communities.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

test('an invite made in the settings lets somebody who logs in to use it into a private community', async ({
  people,
  openAs,
  page,
}) => {
  test.slow();
  const [owner, guest] = [await people.create('owner'), await people.create('guest')];
  const community = await createCommunity(owner, 'Night garden');
  const { community_handle: handle } = community;
  await owner.api.patch(`/v1/communities/${handle}`, { multipart: { visibility: 'private' } });

  const settings = await openAs(owner);
  await settings.goto(`/community/${handle}/settings`);
  await settings.getByRole('tab', { name: 'Invites' }).click();
  await expect(settings.getByText('No invites yet')).toBeVisible();
  await settings.getByRole('button', { name: 'Make an invite' }).click();
  const dialog = settings.getByRole('dialog', { name: 'Invite' });
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  const link = await dialog.getByText(/\/invite\//).innerText();
  await expectAccessibleAtBothWidths(settings);
  await settings.keyboard.press('Escape');
  await expect(settings.getByRole('list', { name: 'Invites' }).getByRole('listitem')).toHaveCount(1);
  await expectAccessibleAtBothWidths(settings);

  const { pathname } = new URL(link);
  await page.goto(pathname);
  await expect(page.getByRole('heading', { name: 'Join Night garden' })).toBeVisible();
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await page.getByLabel('Username or Email').fill(guest.email);
  await page.getByLabel('Password', { exact: true }).fill(guest.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('button', { name: /^Join/ }).click();
  await expect(page, 'leads into the community').toHaveURL(new RegExp(`community=${handle}`));
});
