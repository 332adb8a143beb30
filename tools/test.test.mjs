import { describe, expect, test } from 'vitest';
import { run } from './lib/child.mjs';
import { pinnedNode } from './lib/place.mjs';
import { chooseTests, findTests } from './lib/test-runs.mjs';

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

  test('leaves browser tests out for a word, unless they are asked for, and runs everything without one', () => {
    const { unit, browser } = findTests(['notifications']);
    expect(browser.length).toBeGreaterThan(0);
    expect(chooseTests(['notifications'], false)).toEqual({ wanted: { unit, browser: [] }, leftOut: browser.length });
    expect(chooseTests(['notifications'], true)).toEqual({ wanted: { unit, browser }, leftOut: 0 });
    expect(chooseTests([], false)).toEqual({ wanted: findTests([]), leftOut: 0 });
  });

  test('says how to run what only browser tests have in their path', async () => {
    const { code, output } = await run(pinnedNode, ['tools/test.mjs', 'offline.spec']);
    expect(output).toBe(
      'Browser tests left out: 1. Add --browser to run them, too.\nNo other test file has offline.spec in its path.\n',
    );
    expect(code).toBe(1);
  });
});
