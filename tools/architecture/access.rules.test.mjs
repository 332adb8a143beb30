import { expect, test } from 'vitest';
import { accessFaults } from './access.rules.mjs';

const folder = 'server/src/features/posts';
const faultsOf = (...paths) => accessFaults(paths.map((path) => ({ path }))).map(({ file }) => file);

test('an access file without a property test of its name is a fault', () => {
  expect(faultsOf(`${folder}/posts.access.ts`, `${folder}/posts.api.test.ts`)).toEqual([`${folder}/posts.access.ts`]);
});

test('the test may stand in another feature', () => {
  expect(faultsOf(`${folder}/places.access.ts`, 'server/src/features/communities/places.access.api.test.ts')).toEqual(
    [],
  );
});
