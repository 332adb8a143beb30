import { chromiumArguments, findChromium } from './support/browser.ts';
import { createCommunity } from './support/communities.ts';
import { expect, test } from './support/test.ts';

// Scroll bars that take up space, as on most desktops.
test.use({
  launchOptions: {
    executablePath: await findChromium(),
    args: chromiumArguments,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
});

test.describe('from 768 px on', () => {
  test.use({ viewport: { width: 1440, height: 420 } });

  test("a dialog's overlay covers the scroll bar's space, and the page keeps its place", async ({ people, openAs }) => {
    const owner = await people.create('owner');
    const community = await createCommunity(owner, 'Wide');
    const page = await openAs(owner);
    await page.goto(`/community/${community.community_handle}/settings?tab=roles`);
    const heading = page.getByRole('heading', { name: 'Wide', exact: true });
    await expect(page.getByRole('button', { name: /^admin/ })).toBeVisible();
    const gap = await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth);
    expect(gap, 'the bar takes space').toBeGreaterThan(0);
    const before = await heading.boundingBox();

    await page.getByRole('button', { name: 'Create Role' }).click();
    await expect(page.getByRole('dialog', { name: 'Create a role' })).toBeVisible();
    const covered = await page.evaluate(() => {
      // The overlay is the first element the dialog adds to the page.
      const layer = document.querySelector('[data-state="open"].fixed.inset-0');
      return layer?.getBoundingClientRect().right;
    });
    expect(covered).toBe(1440);
    expect(
      await page
        .locator('h1, h2')
        .filter({ hasText: /^Wide$/ })
        .first()
        .boundingBox(),
    ).toEqual(before);

    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await heading.boundingBox()).toEqual(before);
  });
});
