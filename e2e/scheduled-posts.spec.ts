import { expect, expectAccessible, test } from './support/test.ts';

test('a post is scheduled, changed and cancelled below the composer @phone', async ({ people, openAs }) => {
  const author = await people.create('author');
  const page = await openAs(author);
  await page.goto('/post/upload');
  await page.getByRole('textbox', { name: 'Text' }).fill('Happy new year');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByText('Time zone:', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Schedule Post' }).click();
  const list = page.getByRole('list', { name: 'Scheduled posts' });
  await expect(list.getByRole('listitem')).toHaveText([/Happy new year/]);
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('');
  await expectAccessible(page);

  await list.getByRole('button', { name: /^Edit the post/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit scheduled post' });
  await dialog.getByLabel('Text').fill('A happy new year');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(list.getByRole('listitem')).toHaveText([/A happy new year/]);

  await list.getByRole('button', { name: /^Cancel the post/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel post' }).click();
  await expect(list).toHaveCount(0);
});
