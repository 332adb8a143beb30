import { defineConfig } from 'vitest/config';

const apiTests = 'server/**/*.api.test.ts';
const ignored = ['**/node_modules/**', 'data/**', 'e2e/**'];

export default defineConfig({
  test: {
    pool: 'forks',
    // Every file of API tests runs a whole server beside the one PostgreSQL that they share.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{server,contract,web,tools,bench}/**/*.test.{ts,tsx,mjs}'],
          exclude: [...ignored, apiTests, 'server/test/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'api',
          include: [apiTests, 'server/test/**/*.test.ts'],
          exclude: ignored,
          globalSetup: 'server/test/postgres.setup.ts',
          // Nothing in the tests waits for time to pass; a slow machine with much else to do may take long all the same.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
