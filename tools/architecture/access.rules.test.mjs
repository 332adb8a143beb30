import { expect, test } from 'vitest';
import { accessFaults, ruleFaults } from './access.rules.mjs';

const folder = 'server/src/features/posts';
const faultsOf = (...paths) => accessFaults(paths.map((path) => ({ path }))).map(({ file }) => file);

test('an access file without a property test of its name is a fault', () => {
  expect(faultsOf(`${folder}/posts.access.ts`, `${folder}/posts.api.test.ts`)).toEqual([`${folder}/posts.access.ts`]);
});

test('the test may stand in another feature', () => {
  expect(
    faultsOf(
      `${folder}/post-communities.access.ts`,
      'server/src/features/communities/post-communities.access.api.test.ts',
    ),
  ).toEqual([]);
});

const rules = {
  path: `${folder}/posts.rules.ts`,
  names: new Set(['maySee']),
  declarations: [{ name: 'maySee', line: 3, text: 'function maySee() {}' }],
};
const asks = (file, ...names) => ({ path: `${folder}/${file}`, names: new Set(names), declarations: [] });
const unasked = (...sources) => ruleFaults([rules, ...sources]).map(({ line }) => line);

test('a rule that nothing asks but its own test is a fault', () => {
  expect(unasked(asks('posts.rules.test.ts', 'maySee'))).toEqual([3]);
});

test('the product asks a rule, or a property test compares it with SQL', () => {
  expect(unasked(asks('posts.service.ts', 'maySee'))).toEqual([]);
  expect(unasked(asks('posts.access.api.test.ts', 'maySee'))).toEqual([]);
});
