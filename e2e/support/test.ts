import { type Browser, test as base, expect, type Page, type ViewportSize } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { createPerson, type Person } from './people.ts';

const phoneSize = { width: 390, height: 844 };
/** The narrowest screen that everything must fit. */
export const narrowest = { width: 320, height: 640 };

interface Fixtures {
  /** The data folder of the server under test. */
  dataDir: string | undefined;
  /** Creates people with accounts. */
  people: { create(prefix: string, name?: string): Promise<Person> };
  /** A signed-in person's page, with a new browser profile for each. `phone`: on a phone, whatever the project's width. */
  openAs: (person: Person, options?: { colorScheme?: 'dark' | 'light'; phone?: boolean }) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  dataDir: [process.env.E2E_DATA_DIR, { option: true }],
  people: async ({ baseURL, dataDir }, use) => {
    const made: Person[] = [];
    await use({
      async create(prefix, name) {
        const person = await createPerson({ origin: baseURL ?? '', dataDir }, prefix, name);
        made.push(person);
        return person;
      },
    });
    await Promise.all(made.map(({ api }) => api.dispose()));
  },
  openAs: async ({ browser, baseURL, viewport, hasTouch, serviceWorkers }, use) => {
    const opened: Awaited<ReturnType<Browser['newContext']>>[] = [];
    await use(async (person, options = {}) => {
      const { cookies } = await person.api.storageState();
      const context = await browser.newContext({
        baseURL: baseURL ?? '',
        viewport: options.phone ? phoneSize : viewport,
        hasTouch: options.phone ?? hasTouch,
        reducedMotion: 'reduce',
        serviceWorkers,
        permissions: ['clipboard-read', 'clipboard-write'],
        colorScheme: options.colorScheme ?? 'dark',
        storageState: {
          cookies,
          origins: [{ origin: baseURL ?? '', localStorage: [{ name: 'user', value: JSON.stringify(person.user) }] }],
        },
      });
      opened.push(context);
      return context.newPage();
    });
    await Promise.all(opened.map((context) => context.close()));
  },
});

export { expect };

type Theme = 'dark' | 'light';

/** Beside axe's own choice of rules, one that it leaves out as experimental. */
const allRules: RunOptions = { rules: { 'label-content-name-mismatch': { enabled: true } } };
const colorRules: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** Fails with anything axe finds on the page in its current state (WCAG 2.2 A and AA, and best practices). */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, [{ rules: allRules }]);
}

/** Like `expectAccessible`, in both themes. They differ in nothing but colors, so in the light one only the rules about colors run. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', /^(dark|light)$/);
  await expectNoViolations(page, [
    { theme: 'dark', rules: allRules },
    { theme: 'light', rules: colorRules },
  ]);
}

/**
 * Like `expectAccessibleInBothThemes`, and then once more at a phone's width, where the colors are the same. Nothing may scroll sideways at
 * either.
 */
export async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);
  await atSize(page, phoneSize, async () => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}

/** Does something while the page has another size. */
export async function atSize(page: Page, size: ViewportSize, work: () => Promise<void>): Promise<void> {
  const own = page.viewportSize();
  await page.setViewportSize(size);
  // What React draws differently comes a frame later.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await work();
  if (own) await page.setViewportSize(own);
}

/**
 * Hubbub has no frames, so axe looks at the page alone. It's loaded once per page. Themes come and go without being drawn, since axe
 * reads styles, and drawing takes as long as the rules about colors.
 * @param checks run one after another; without a theme, in the page's own
 */
async function expectNoViolations(page: Page, checks: { theme?: Theme; rules: RunOptions }[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (asked) => {
    const { dataset } = document.documentElement;
    const own = dataset.theme;
    // Colors that fade into each other would still be the other theme's.
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    const isThemed = asked.some(({ theme }) => theme !== undefined);
    if (isThemed) document.adoptedStyleSheets.push(still);
    const found: unknown[] = [];
    for (const { theme, rules } of asked) {
      if (theme !== undefined) dataset.theme = theme;
      // Only violations are asked for, which saves describing everything that's in order.
      const options: RunOptions = { ...rules, resultTypes: ['violations'] };
      const result = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
      for (const { id, nodes } of result.violations) {
        const places = nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`);
        found.push({ ...(theme !== undefined && { theme }), id, nodes: places });
      }
    }
    if (isThemed) {
      dataset.theme = own;
      document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(still), 1);
    }
    return found;
  }, checks);
  expect(violations).toEqual([]);
}

/** Fails if anything scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}
