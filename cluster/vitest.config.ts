import { defineConfig } from 'vitest/config';

/** For `npm run test:cluster` only: each file starts a whole cluster, one after another. */
export default defineConfig({
  test: {
    include: ['cluster/**/*.test.ts'],
    pool: 'forks',
    globalSetup: 'cluster/setup.ts',
    fileParallelism: false,
    // Tests with a time limit assert it themselves; these are for busy machines.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
