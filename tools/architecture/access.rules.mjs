import { posix } from 'node:path';

/** Access files without a property test of their name, in whatever folder, that compares them with the rules. */
export function accessFaults(sources) {
  const names = new Set(sources.map(({ path }) => posix.basename(path)));
  return sources.flatMap(({ path }) => {
    const test = posix.basename(path).replace(/\.access\.ts$/, '.access.api.test.ts');
    if (test === posix.basename(path) || names.has(test)) return [];
    const sentence = `Nothing compares its conditions with the rules: write ${test}, which draws 200 scenes and counts by brute force.`;
    return [{ file: path, line: 1, rule: 'access-is-compared', sentence }];
  });
}

const RULES = /^server\/src\/.*\.rules\.ts$/;
const TEST = /\.test\.tsx?$/;

/** Rules that nothing in the product asks, and that no property test compares with the condition that says the same in SQL. */
export function ruleFaults(sources) {
  const asking = sources.filter(
    ({ path }) => (!TEST.test(path) && !path.endsWith('/public.ts')) || path.endsWith('.access.api.test.ts'),
  );
  return sources
    .filter(({ path }) => RULES.test(path))
    .flatMap(({ path, declarations }) =>
      declarations
        .filter(
          ({ name, text }) =>
            /^(export )?(async )?function\b|=>/.test(text) && !isAsked(name, path, declarations, asking),
        )
        .map(({ name, line }) => ({
          file: path,
          line,
          rule: 'rule-is-asked',
          sentence: `Nothing asks ${name}: compare it with its condition in an access.api.test.ts, or delete it.`,
        })),
    );
}

const isAsked = (name, path, declarations, asking) =>
  asking.some((source) => source.path !== path && source.names.has(name)) ||
  declarations.some((other) => other.name !== name && new RegExp(`\\b${name}\\b`).test(other.text));
