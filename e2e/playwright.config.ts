import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './support/browser.ts';

const root = resolve(import.meta.dirname, '..');
// Workers load this file again and take over the first process's choices.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'hubbub-e2e-'));
process.env.E2E_PORT ??= '4990';
process.env.E2E_MODEL_PORT ??= String(Number(process.env.E2E_PORT) + 1);
const origin = `http://localhost:${process.env.E2E_PORT}`;
const executablePath = await findChromium();
// Many pages with video need a two-core machine to themselves: they come last, one test at a time, at their own width.
const crowd = 'meeting-crowd.spec.ts';

export default defineConfig({
  testDir: '.',
  globalSetup: './support/first-owner.ts',
  testMatch: '*.spec.ts',
  outputDir: join(root, 'test-results'),
  fullyParallel: true,
  // A browser test waits a third of its time, so three keep two cores busy.
  workers: 3,
  retries: 0,
  // No test waits for time to pass: these are for busy machines.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : 'line',
  use: {
    baseURL: origin,
    browserName: 'chromium',
    launchOptions: { executablePath, args: chromiumArguments },
    screenshot: 'only-on-failure',
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
    // `page.route` doesn't see what the service worker answers, so only the journeys about the worker allow it.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: crowd,
      grepInvert: /@phone-only/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    // What's done differently on a narrow screen is tagged. What only looks different is left to `expectAccessibleAtBothWidths`.
    {
      name: 'phone',
      testIgnore: crowd,
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    {
      name: 'crowd',
      testMatch: crowd,
      workers: 1,
      use: { viewport: { width: 640, height: 480 } },
    },
  ],
  webServer: [
    {
      command: `"${process.execPath}" e2e/support/model-server.ts`,
      cwd: root,
      url: `http://127.0.0.1:${process.env.E2E_MODEL_PORT}/`,
      env: { E2E_MODEL_PORT: process.env.E2E_MODEL_PORT },
    },
    {
      command: `"${process.execPath}" server/src/main.ts`,
      cwd: root,
      url: `${origin}/readyz`,
      timeout: 60_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
      env: {
        PORT: process.env.E2E_PORT,
        DATA_DIR: process.env.E2E_DATA_DIR,
        LOG_LEVEL: 'warn',
        // Hundreds of people register from one address within minutes; the API tests cover the limits.
        RATE_LIMITS: 'off',
        ASSISTANT_URL: `http://127.0.0.1:${process.env.E2E_MODEL_PORT}/v1`,
        ASSISTANT_MODEL: 'test-model',
        ASSISTANT_API_KEY: 'test-key',
      },
    },
  ],
});
