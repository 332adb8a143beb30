import { describe, expect, test } from 'vitest';
import { adviceOnDeadCode, findSteps, stepsOf } from './lib/check-steps.mjs';
import { run } from './lib/child.mjs';
import { pinnedNode } from './lib/place.mjs';

describe('npm run check', () => {
  test('runs every step, or those with one of the words in their names', () => {
    const namesFor = (...words) => findSteps(stepsOf(false), words).map(({ name }) => name);
    expect(namesFor()).toEqual(stepsOf(false).map(({ name }) => name));
    expect(namesFor('Types').length).toBeGreaterThan(3);
    expect(namesFor('types').every((name) => name.startsWith('types: '))).toBe(true);
    expect(namesFor('dead', 'figures')).toEqual(['dead code', 'figures']);
  });

  test('runs one step and says how it ended', async () => {
    const { code, output } = await run(pinnedNode, ['tools/check.mjs', 'figures']);
    expect(output).toMatch(/^ok {5}figures +\d+\.\d s\n\nCheck: no problems \(\d+\.\d s\)\.\n$/);
    expect(code).toBe(0);
  });

  test("lists its steps and fails if asked for one that doesn't exist", async () => {
    const { code, output } = await run(pinnedNode, ['tools/check.mjs', 'nosuch']);
    expect(output).toMatch(/^No step has nosuch in its name\. The steps are: format and lint · .* · dead code · /);
    expect(code).toBe(1);
  });

  test('says what to do about dead code of the kinds it found', () => {
    const advice = adviceOnDeadCode(
      'Unused exports (1)\nsum  web/src/sum.ts:1:14\nUnlisted binaries (1)\nsox  package.json\n',
    );
    expect(advice.split('\n')).toEqual([
      'What to do:',
      expect.stringMatching(/^ {2}Unused exports: Remove .*"export"\.$/),
      expect.stringMatching(/^ {2}Unlisted binaries: .*knip\.jsonc/),
    ]);
  });
});
