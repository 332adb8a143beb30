import { defineConfig } from 'vitest/config';

const apiTests = '{server,tools}/**/*.api.test.ts';
const ignored = ['**/node_modules/**', 'data/**', 'e2e/**'];

/** How long `expect.poll` waits. The setup has `vi.waitFor` and `vi.waitUntil` wait as long. */
const patient = { setupFiles: ['tools/lib/test-setup.mjs'], expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  test: {
    pool: 'forks',
    // Every API test file runs a whole server; all of them share one PostgreSQL. They wait as much as they compute, so three workers keep
    // two cores busy.
    maxWorkers: 3,
    // No test waits for time to pass, so these limits are for busy machines. API test files run before rules tests, and the largest
    // first, so that the short ones fill in at the end.
    // A worker keeps its modules from file to file, because importing them takes longer than most files do. Only the web app's own are
    // loaded anew for each file (web/test/setup.ts): a page's stores live as long as the page.
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{server,contract,web,tools,bench}/**/*.test.{ts,mjs}'],
          exclude: [...ignored, apiTests, 'server/test/**/*.test.ts'],
          isolate: false,
          ...patient,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.tsx'],
          exclude: ignored,
          environment: 'happy-dom',
          isolate: false,
          ...patient,
          setupFiles: [...patient.setupFiles, 'web/test/setup.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'api',
          isolate: false,
          // As the server starts itself: requests leave much garbage.
          execArgv: ['--max-semi-space-size=32'],
          include: [apiTests, 'server/test/**/*.test.ts'],
          exclude: ignored,
          globalSetup: 'server/test/postgres.setup.ts',
          ...patient,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
