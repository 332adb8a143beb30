import { defineConfig } from 'vitest/config';

/** For `npm run test:cluster` only: each file starts a whole cluster, one after the other. */
export default defineConfig({
  test: {
    include: ['cluster/**/*.test.ts'],
    pool: 'forks',
    globalSetup: 'cluster/setup.ts',
    fileParallelism: false,
    // What has a limit of its own asserts it; these are for machines with much else to do.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
