import { type Browser, test as base, expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { createPerson, type Person } from './people.ts';

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
  openAs: async ({ browser, baseURL, viewport, hasTouch }, use) => {
    const opened: Awaited<ReturnType<Browser['newContext']>>[] = [];
    await use(async (person, options = {}) => {
      const { cookies } = await person.api.storageState();
      const context = await browser.newContext({
        baseURL: baseURL ?? '',
        viewport: options.phone ? { width: 390, height: 844 } : viewport,
        hasTouch: options.phone ?? hasTouch,
        reducedMotion: 'reduce',
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

/** Fails with anything axe finds on the page in its current state (WCAG 2.2 A and AA, and best practices). */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, {
    // Beside axe's own choice of rules, which leaves this one out as experimental.
    rules: { 'label-content-name-mismatch': { enabled: true } },
    // Only violations are asked for, which saves describing everything that's in order.
    resultTypes: ['violations'],
  });
}

/** Like `expectAccessible`, in both themes. They differ in nothing but colors, so in the light one only the rules about colors run. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await switchTheme(page, 'dark');
  await expectAccessible(page);
  await switchTheme(page, 'light');
  await expectNoViolations(page, { runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] });
  await switchTheme(page, 'dark');
}

async function switchTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** Hubbub has no frames, so axe looks at the page alone. It's loaded once per page. */
async function expectNoViolations(page: Page, options: RunOptions): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (asked) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(document, asked);
    return found.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    }));
  }, options);
  expect(violations).toEqual([]);
}

/** Fails if anything scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}
