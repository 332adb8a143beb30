import * as communities from './support/communities.ts';
import { field } from './support/messages.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

test("what's selected is formatted by a bar or by keys, undo takes it back, and a word after a colon becomes an emoji", async ({
  people,
  openAs,
}) => {
  const ann = await people.create('ann');
  const tea = await communities.createCommunity(ann, 'Tea');
  const green = await communities.addChannel(ann, tea, 'green');
  const page = await openAs(ann);
  await page.goto(communities.workspace(tea, green));
  const message = field(page);
  await message.fill('Green tea');
  await message.press('Shift+Home');
  const bar = page.getByRole('toolbar', { name: 'Formatting' });
  await expect(bar).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await message.press('ControlOrMeta+a');
  await message.press('ControlOrMeta+b');
  await expect(message).toHaveValue('**Green tea**');
  await message.press('ControlOrMeta+z');
  await expect(message).toHaveValue('Green tea');
  await message.press('ControlOrMeta+a');
  await message.press('Alt+F10');
  await page.keyboard.press('ArrowRight');
  await expect(bar.getByRole('button', { name: 'Italic' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(message).toBeFocused();
  await expect(message).toHaveValue('_Green tea_');
  await message.press('End');
  await expect(bar).toHaveCount(0);
  await message.pressSequentially(' :teacu');
  await expect(page.getByRole('listbox', { name: 'Emoji' }).getByRole('option').first()).toBeVisible();
  await message.press('Enter');
  await expect(message).toHaveValue('_Green tea_ 🍵 ');
  await message.press('Enter');
  await expect(page.getByRole('main').locator('em', { hasText: 'Green tea' })).toBeVisible();
});
