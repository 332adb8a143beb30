import { expect, test } from 'vitest';
import { testSuffixes } from '../../architecture.config.js';
import { kindFaults } from './kinds.rules.mjs';

const source = (path, ...texts) => ({ path, texts: texts.map((text, index) => ({ text, line: index + 1 })) });
const folder = 'server/src/features/rooms';
const registered = [
  source(`${folder}/group.kind.ts`, 'group'),
  source(`${folder}/channel.kind.ts`, 'channel'),
  source(`${folder}/kinds.kind.ts`),
];
const faultsOf = (...sources) => kindFaults([...registered, ...sources], { testSuffixes }).map(({ file }) => file);

test('a file that names two kinds of a thing is a fault, also within SQL', () => {
  expect(faultsOf(source(`${folder}/list.queries.ts`, 'group', 'channel'))).toEqual([`${folder}/list.queries.ts`]);
  const sql = "select from rooms where kind in ('group', 'channel')";
  expect(faultsOf(source('server/src/features/user-search/user-search.queries.ts', sql))).toEqual([
    'server/src/features/user-search/user-search.queries.ts',
  ]);
});

test('naming one, the registration, and tests are none', () => {
  expect(
    faultsOf(
      source('server/src/features/conversations/groups.queries.ts', 'group', 'group'),
      source(`${folder}/rooms.api.test.ts`, 'group', 'channel'),
      source('web/src/features/rooms/rows.rules.ts', 'group', 'channel'),
    ),
  ).toEqual([]);
});
