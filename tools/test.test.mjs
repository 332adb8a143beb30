import { describe, expect, test } from 'vitest';
import { run } from './lib/child.mjs';
import { pinnedNode } from './lib/place.mjs';
import { findTests } from './lib/test-runs.mjs';

describe('npm test', () => {
  test('says in one sentence that no test file has the word in its path, and fails', async () => {
    expect(await run(pinnedNode, ['tools/test.mjs', 'nosuch', 'nothing'])).toEqual({
      code: 1,
      output: 'No test file has nosuch or nothing in its path.\n',
    });
  });

  test('finds the test files with a word in their path, in capitals or not', () => {
    expect(findTests(['Late-Page'])).toEqual({ unit: ['web/src/app/late-page.test.tsx'], browser: [] });
    expect(findTests(['offline.spec'])).toEqual({ unit: [], browser: ['e2e/offline.spec.ts'] });
    expect(findTests([]).unit).toContain('tools/test.test.mjs');
    expect(findTests([]).browser.length).toBeGreaterThan(10);
  });
});
