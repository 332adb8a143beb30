import { expect, test } from './support/test.ts';

test("a tooltip is centered beside its button, flips when there's no room, and stays inside the window", async ({
  people,
  openAs,
  viewport,
}) => {
  test.skip((viewport?.width ?? 0) < 1000, 'for a mouse and a keyboard');
  const page = await openAs(await people.create('pointer'));
  await page.goto('/feed');
  const field = page.getByRole('combobox', { name: 'Search people' });
  await field.fill('a');
  const button = page.getByRole('button', { name: 'Clear search' });
  const tooltip = page.locator('[data-radix-popper-content-wrapper]').filter({ hasText: 'Clear search' });
  const boxes = async () => {
    const [around, own] = [await button.boundingBox(), await tooltip.boundingBox()];
    if (around === null || own === null) throw new Error('The button or its tooltip is not seen.');
    return { around, own };
  };

  await button.hover();
  await expect(tooltip).toBeVisible();
  await expect(async () => {
    const { around, own } = await boxes();
    expect(Math.abs(own.x + own.width / 2 - (around.x + around.width / 2))).toBeLessThan(2);
    expect(own.y).toBeGreaterThanOrEqual(around.y + around.height);
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);

  // Moves the button to the corner of the window.
  await page.mouse.move(5, 400, { steps: 10 });
  await button.evaluate((element) => Object.assign(element.style, { position: 'fixed', right: '0', bottom: '0' }));
  await button.hover();
  await expect(tooltip).toBeVisible();
  await expect(async () => {
    const { around, own } = await boxes();
    expect(own.y + own.height).toBeLessThanOrEqual(around.y);
    expect(own.x + own.width).toBeLessThanOrEqual(1440 - 8);
  }).toPass();
  await page.mouse.move(5, 400, { steps: 10 });
  await expect(tooltip).toHaveCount(0);

  await field.focus();
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await expect(tooltip, 'at once with the keyboard').toBeVisible();
});

test('Esc closes a tooltip together with its dialog', async ({ people, openAs, viewport }) => {
  test.skip((viewport?.width ?? 0) < 1000, 'for a mouse and a keyboard');
  const page = await openAs(await people.create('escaper'));
  await page.goto('/feed');
  await expect(page.getByRole('combobox', { name: 'Search people' })).toBeVisible();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await expect(page.locator('[data-radix-popper-content-wrapper]').filter({ hasText: 'Close' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
