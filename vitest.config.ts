import { defineConfig } from 'vitest/config';

const apiTests = 'server/**/*.api.test.ts';
const ignored = ['**/node_modules/**', 'data/**', 'e2e/**'];

export default defineConfig({
  test: {
    pool: 'forks',
    // Every file of API tests runs a whole server beside the one PostgreSQL that they share.
    maxWorkers: 2,
    // No test waits for time to pass, so that these limits are for machines with much else to do. The files of API tests run before
    // those of rules and the largest first, so that the short ones fill the end.
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{server,contract,web,tools,bench}/**/*.test.{ts,tsx,mjs}'],
          exclude: [...ignored, apiTests, 'server/test/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'api',
          include: [apiTests, 'server/test/**/*.test.ts'],
          exclude: ignored,
          globalSetup: 'server/test/postgres.setup.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
