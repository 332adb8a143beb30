import type { Page } from '@playwright/test';
import { share } from './support/actions.ts';
import { expect, test } from './support/test.ts';

/** The post at the top of the screen, by its address, and its distance from the top. */
const topPost = (page: Page) =>
  page.evaluate(() => {
    for (const item of document.querySelectorAll('[role=feed] [data-index]')) {
      const { top, bottom } = item.getBoundingClientRect();
      const link = item.querySelector<HTMLAnchorElement>('a[href^="/posts/"]');
      if (bottom > 80 && link !== null) return { href: link.getAttribute('href'), top };
    }
    return undefined;
  });

/** How far the page is scrolled once it hasn't moved for 40 frames. */
const settledScroll = (page: Page) =>
  page.evaluate(async () => {
    let last = window.scrollY;
    for (let still = 0; still < 40; still += 1) {
      await new Promise(requestAnimationFrame);
      if (window.scrollY !== last) still = 0;
      last = window.scrollY;
    }
    return last;
  });

/** The same post is on top, within two pixels, and stays there. */
async function expectPlace(page: Page, before: Awaited<ReturnType<typeof topPost>>): Promise<void> {
  let still = 0;
  await expect
    .poll(
      async () => {
        const now = await topPost(page);
        const isThere = now?.href === before?.href && Math.abs((now?.top ?? 0) - (before?.top ?? 0)) <= 2;
        still = isThere ? still + 1 : 0;
        return still;
      },
      { intervals: [100] },
    )
    .toBeGreaterThan(20);
}

test('after a reload, Back or a return, the same post is on top within 2 px, even with 20 new posts above', async ({
  people,
  openAs,
}) => {
  const [reader, writer] = [await people.create('scroller'), await people.create('scribe')];
  const shareMany = async (count: number) => {
    const texts = Array.from(
      { length: count },
      (_, made) => `Post ${made}\n${'with some more lines '.repeat((made * 7) % 40)}`,
    );
    await Promise.all(texts.map((text) => share(writer, text)));
  };
  await shareMany(30);
  const page = await openAs(reader);
  await page.goto('/feed');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 2_000);
      return await page.evaluate(() => window.scrollY);
    })
    .toBeGreaterThan(3_000);
  // A busy browser applies a turn of the wheel late.
  const height = await settledScroll(page);
  await page.mouse.wheel(0, -133);
  await expect.poll(() => page.evaluate(() => window.scrollY)).not.toBe(height);
  await settledScroll(page);
  const before = await topPost(page);
  expect(before?.href).toBeTruthy();

  await shareMany(20);
  await page.reload();
  await expectPlace(page, before);

  // Within the app, the page is left by keyboard, which doesn't scroll.
  await page.keyboard.press('n');
  await expect(page).toHaveURL('/post/upload');
  await shareMany(20);
  await page.goBack();
  await expect(page).toHaveURL('/feed');
  await expectPlace(page, before);

  // The other page may be reloaded, too.
  await page.keyboard.press('n');
  await expect(page).toHaveURL('/post/upload');
  await page.reload();
  await expect(page.getByLabel('Text')).toBeVisible();
  await page.goBack();
  await expectPlace(page, before);

  await page.keyboard.press('n');
  await expect(page).toHaveURL('/post/upload');
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await expect(page).toHaveURL('/feed');
  await expectPlace(page, before);

  await page.goto('/settings');
  await page.goto('/feed');
  await expectPlace(page, before);
});

test("one address's scroll position isn't another's in the same tab", async ({ people, openAs }) => {
  const person = await people.create('tabbed');
  for (let made = 0; made < 8; made += 1) await share(person, `Post ${made}\n${'line\n'.repeat(30)}`);
  const page = await openAs(person);
  await page.setViewportSize({ width: 1440, height: 400 });
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.mouse.move(700, 200);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
  await page.goto('/profile/update');
  await expect(page.getByLabel('Bio')).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
});

test("a short page doesn't scroll on a phone", { tag: '@phone-only' }, async ({ people, openAs }) => {
  const page = await openAs(await people.create('short'));
  await page.goto('/vc');
  await expect(page.getByRole('button', { name: 'New Meeting' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0);
});

test('`j` and `k` put a post right below the bars that stick to the top', { tag: '@phone' }, async ({
  people,
  openAs,
}) => {
  const person = await people.create('stepper');
  for (let made = 0; made < 6; made += 1) await share(person, `Step ${made}\n${'line\n'.repeat(20)}`);
  const page = await openAs(person);
  await page.goto('/feed');
  await expect(page.getByRole('article').first()).toBeVisible();
  const below = () =>
    page.evaluate(() => {
      const bars = [...document.querySelectorAll('[data-top-bar]')].filter(
        (bar) => getComputedStyle(bar).position === 'sticky',
      );
      const end = Math.max(0, ...bars.map((bar) => bar.getBoundingClientRect().bottom));
      return Math.abs((document.activeElement?.closest('article')?.getBoundingClientRect().top ?? -999) - end);
    });
  for (const key of ['j', 'j', 'j', 'k']) {
    await page.keyboard.press(key);
    await settledScroll(page);
    await expect.poll(below, key).toBeLessThanOrEqual(2);
  }
});
