import { posix } from 'node:path';

/** Access files without a property test that compares them with the rules, which has their name wherever it stands. */
export function accessFaults(sources) {
  const names = new Set(sources.map(({ path }) => posix.basename(path)));
  return sources.flatMap(({ path }) => {
    const test = posix.basename(path).replace(/\.access\.ts$/, '.access.api.test.ts');
    if (test === posix.basename(path) || names.has(test)) return [];
    const sentence = `Nothing compares its conditions with the rules: write ${test}, which draws 200 scenes and counts by brute force.`;
    return [{ file: path, line: 1, rule: 'access-is-compared', sentence }];
  });
}
