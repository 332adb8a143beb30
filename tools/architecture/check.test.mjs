// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings here are programs
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import * as realConfig from '../../architecture.config.js';
import { checkArchitecture, formatFault } from './check.mjs';
import { CLEAN } from './clean-tree.mjs';

const config = {
  ...realConfig,
  features: ['people', 'letters'],
  sqlJson: { calls: [], files: [] },
  visibility: { ...realConfig.visibility, exempt: {} },
  dataFunctions: {},
};

let folder;
afterEach(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Writes the clean tree with `changes` (null removes a file) and returns the violations as printed. */
function faultsOf(changes, settings = config) {
  folder = mkdtempSync(join(tmpdir(), 'hubbub-architecture-'));
  for (const [path, text] of Object.entries({ ...CLEAN, ...changes })) {
    if (text === null) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return checkArchitecture(folder, settings).map(formatFault);
}

const service = 'server/src/features/people/people.service.ts';
const serviceText = CLEAN[service];

/** Each deliberate violation: what's changed, and the one violation it must cause. */
const VIOLATIONS = [
  [
    'web imports server',
    { 'web/src/platform/x.ts': "import type { a } from '../../../server/src/app.ts';\nexport type A = typeof a;\n" },
    'web/src/platform/x.ts:1 web-and-server-never-meet',
    'web may not import server/src/app.ts',
  ],
  [
    'server imports web, by an inline type import',
    { 'server/src/platform/x.ts': "\nexport type A = import('../../../web/src/platform/api.ts').A;\n" },
    'server/src/platform/x.ts:2 web-and-server-never-meet',
    'belongs in the contract',
  ],
  [
    'the contract imports another package',
    { 'contract/src/platform/x.ts': "import pg from 'pg';\nexport const x = pg;\n" },
    'contract/src/platform/x.ts:1 contract-is-pure',
    'take "pg" out of it',
  ],
  [
    'the contract imports node',
    { 'contract/src/platform/x.ts': "import fs from 'node:fs';\nexport const x = fs;\n" },
    'contract/src/platform/x.ts:1 contract-is-pure',
    'take "node:fs" out of it',
  ],
  [
    'the contract imports the server',
    { 'contract/src/platform/x.ts': "export * from '../../../server/src/platform/http/http.ts';\n" },
    'contract/src/platform/x.ts:1 contract-is-pure',
    'server/src/platform/http/http.ts',
  ],
  [
    "server's platform imports a feature, type only",
    {
      'server/src/platform/x.ts':
        "import type { people } from '#features/people/public.ts';\nexport type P = typeof people;\n",
    },
    'server/src/platform/x.ts:1 imports-flow-down',
    "server's platform may import platform, contract/platform",
  ],
  [
    'a folder of the platform imports one after it, type only',
    {
      'server/src/platform/database/x.ts':
        "import type { http } from '#platform/http/http.ts';\nexport type H = typeof http;\n",
    },
    'server/src/platform/database/x.ts:1 folders-in-order',
    'platform/database comes before platform/http',
  ],
  [
    "a folder of the platform isn't in the order",
    { 'server/src/platform/new/x.ts': "export { http } from '#platform/http/http.ts';\n" },
    'server/src/platform/new/x.ts:1 folders-in-order',
    'Put "new" where it belongs',
  ],
  [
    "server's platform imports its operations, type only",
    {
      'server/src/operations/start/x.ts': 'export const x = 1;\n',
      'server/src/platform/x.ts': "export type X = typeof import('#operations/start/x.ts');\n",
    },
    'server/src/platform/x.ts:1 imports-flow-down',
    "server's platform may import platform, contract/platform",
  ],
  [
    'a feature imports the operations',
    {
      'server/src/operations/start/x.ts': 'export const x = 1;\n',
      'server/src/features/people/people.view.ts': "export { x } from '#operations/start/x.ts';\n",
    },
    'server/src/features/people/people.view.ts:1 imports-flow-down',
    'server/src/operations/start/x.ts is in operations',
  ],
  [
    'the operations import a feature',
    { 'server/src/operations/start/x.ts': "export { people } from '#features/people/public.ts';\n" },
    'server/src/operations/start/x.ts:1 imports-flow-down',
    "server's operations may import operations, platform, contract/platform",
  ],
  [
    'a folder of the operations imports one after it, type only',
    {
      'server/src/operations/doctor/x.ts': 'export const x = 1;\n',
      'server/src/operations/start/y.ts':
        "import type { x } from '#operations/doctor/x.ts';\nexport type X = typeof x;\n",
    },
    'server/src/operations/start/y.ts:1 folders-in-order',
    'operations/start comes before operations/doctor',
  ],
  [
    "server's platform imports a feature of the contract",
    {
      'server/src/platform/x.ts':
        "import { listPeople } from '@hubbub/contract/features/people/people.endpoints.ts';\nexport const x = listPeople;\n",
    },
    'server/src/platform/x.ts:1 imports-flow-down',
    'is in contract/features',
  ],
  [
    'a feature imports the composition root',
    {
      'server/src/features/letters/letters.service.ts': "import type {} from '../../app.ts';\n",
      'server/src/features/letters/public.ts': 'export {};\n',
    },
    'server/src/features/letters/letters.service.ts:1 imports-flow-down',
    'server/src/app.ts is in app',
  ],
  [
    'ui imports platform',
    { 'web/src/ui/x.ts': "import { call } from '#platform/api.ts';\nexport const x = call;\n" },
    'web/src/ui/x.ts:1 imports-flow-down',
    "web's ui may import ui",
  ],
  [
    'ui imports a feature',
    { 'web/src/ui/x.ts': "export { People } from '#features/people/public.ts';\n" },
    'web/src/ui/x.ts:1 imports-flow-down',
    'is in features',
  ],
  [
    'a feature imports a page',
    {
      'web/src/features/people/x.ts':
        "import type { Page } from '#app/pages/Page.tsx';\nexport type P = typeof Page;\n",
    },
    'web/src/features/people/x.ts:1 imports-flow-down',
    'web/src/app/pages/Page.tsx is in app',
  ],
  [
    'a feature imports a later one',
    {
      'server/src/features/people/people.view.ts':
        "import type { letters } from '#features/letters/public.ts';\nexport type L = typeof letters;\n",
    },
    'server/src/features/people/people.view.ts:1 features-in-order',
    '"people" comes before "letters"',
  ],
  [
    "a feature imports more than another's public.ts",
    {
      'server/src/features/letters/letters.view.ts':
        "import { people } from '../people/people.service.ts';\nexport const x = people;\n",
    },
    'server/src/features/letters/letters.view.ts:1 only-public',
    'server/src/features/people/public.ts',
  ],
  [
    'a rule imports a value',
    {
      'server/src/features/people/people.rules.ts':
        "import { database } from '#platform/database/database.ts';\nexport const mayRead = database;\n",
    },
    'server/src/features/people/people.rules.ts:1 rules-import-only-types',
    'import type',
  ],
  [
    'a rule of the web imports what is not pure',
    {
      'web/src/features/people/people.rules.test.ts': '',
      'web/src/features/people/people.rules.ts': "import { call } from '#platform/api.ts';\nexport const x = call;\n",
    },
    'web/src/features/people/people.rules.ts:1 rules-import-only-types',
    'import type',
  ],
  [
    'a service imports Kysely, type only',
    { [service]: `import type { Kysely } from 'kysely';\nexport type K = Kysely<object>;\n${serviceText}` },
    `${service}:1 engine-behind-its-port`,
    'Only *.queries.ts, *.access.ts, *.kind.ts, platform/database, operations/embedded-postgres, operations/migrations, and operations/doctor/database may import kysely',
  ],
  [
    'a service imports Fastify',
    { [service]: `import type { FastifyRequest } from 'fastify';\nexport type F = FastifyRequest;\n${serviceText}` },
    `${service}:1 engine-behind-its-port`,
    'Only *.routes.ts, app, and platform/http may import fastify',
  ],
  [
    'a service imports a plugin of Fastify',
    { [service]: `export type C = typeof import('@fastify/cookie');\n${serviceText}` },
    `${service}:1 engine-behind-its-port`,
    'may import @fastify/cookie',
  ],
  [
    'a route imports Socket.IO',
    { 'server/src/features/people/people.view.ts': "import { Server } from 'socket.io';\nexport const x = Server;\n" },
    'server/src/features/people/people.view.ts:1 engine-behind-its-port',
    'Only *.realtime.ts and platform/realtime may import socket.io',
  ],
  [
    'a service writes SQL',
    { [service]: `${serviceText}export const q = \`\n  select id from people\n\`;\n` },
    `${service}:4 sql-in-queries`,
    'Only *.queries.ts, *.access.ts, *.kind.ts, platform/database, operations/embedded-postgres, operations/migrations, and operations/doctor/database build SQL',
  ],
  [
    'a service builds SQL with the builder',
    { [service]: `${serviceText}export const q = (db) => db.selectFrom('people');\n` },
    `${service}:4 sql-in-queries`,
    'move this to a function there',
  ],
  [
    'a call that answers JSON text and is not listed',
    {
      'server/src/features/people/people.routes.ts': `${CLEAN['server/src/features/people/people.routes.ts']}import * as calls from '@hubbub/contract/features/people/people.endpoints.ts';\nsqlJsonRoute(http, calls.listPeople, {}, people);\n`,
    },
    'server/src/features/people/people.routes.ts:6 sql-json-is-listed',
    'listPeople may not answer JSON text from SQL: use statementRoute',
  ],
  [
    'a path of a call outside the contract',
    { 'web/src/platform/x.ts': 'export const url = `/v1/people/${1}`;\n' },
    'web/src/platform/x.ts:1 paths-in-the-contract',
    'use its endpoint from the contract',
  ],
  [
    'the web calls what browsers lack without https',
    { 'web/src/platform/x.ts': 'export const id = () => crypto.randomUUID();\n' },
    'web/src/platform/x.ts:1 browsers-have-it',
    'Not every browser has crypto.randomUUID: use newId.',
  ],
  [
    'two files import each other, one by type only',
    {
      'web/src/ui/a.ts': "import { b } from './b.ts';\nexport const a = b;\nexport type A = typeof a;\n",
      'web/src/ui/b.ts': "import type { A } from './a.ts';\nexport const b = (it: A) => it;\n",
    },
    'web/src/ui/a.ts:1 no-circles',
    'web/src/ui/a.ts → web/src/ui/b.ts → web/src/ui/a.ts',
  ],
  [
    'a feature without its queries',
    {
      'server/src/features/people/people.queries.ts': null,
      [service]: 'export const people = ({ db }: { db: unknown }) => [db];\n',
      'server/src/features/people/people.rules.ts': 'export const mayRead = true;\n',
    },
    'server/src/features/people:1 standard-files',
    'server/src/features/people/people.queries.ts is missing',
  ],
  [
    'a feature without public.ts',
    { 'server/src/features/letters/public.ts': null },
    'server/src/features/letters:1 standard-files',
    'server/src/features/letters/public.ts is missing',
  ],
  [
    'a web feature without public.ts',
    { 'web/src/features/letters/Letter.tsx': 'export const Letter = () => null;\n' },
    'web/src/features/letters:1 standard-files',
    'has no public.ts in web',
  ],
  [
    'rules without their test',
    { 'server/src/features/people/people.rules.test.ts': null },
    'server/src/features/people:1 standard-files',
    'people.rules.test.ts is missing',
  ],
  [
    'routes without their test',
    { 'server/src/features/people/people.api.test.ts': null },
    'server/src/features/people:1 standard-files',
    'people.api.test.ts is missing',
  ],
  [
    'a file with a name of its own',
    { 'server/src/features/people/people.helpers.ts': 'export const x = 1;\n' },
    'server/src/features/people/people.helpers.ts:1 file-suffix',
    'Call it people.<suffix>.ts',
  ],
  [
    'a feature that is not in the list',
    { 'server/src/features/pets/public.ts': 'export {};\n' },
    'server/src/features/pets:1 registered-feature',
    '"pets" is not in the list of architecture.config.js',
  ],
  [
    'routes that nobody registers',
    { 'server/src/app.ts': 'export {};\n' },
    'server/src/features/people/people.routes.ts:1 registered-feature',
    'server/src/app.ts does not import it',
  ],
  [
    'endpoints that are not in the index of the contract',
    { 'contract/src/index.ts': 'export const all = [];\n' },
    'contract/src/features/people/people.endpoints.ts:1 registered-feature',
    'contract/src/index.ts does not import it',
  ],
  [
    'an endpoint that no route answers',
    {
      'contract/src/features/people/people.endpoints.ts': `${CLEAN['contract/src/features/people/people.endpoints.ts']}export const getPerson = endpoint({ method: 'GET', path: '/v1/people/:id' });\n`,
      'server/test/access-matrix.api.test.ts': 'export const matrix = { listPeople: 1, getPerson: 1 };\n',
    },
    'contract/src/features/people/people.endpoints.ts:3 endpoint-answered',
    'No *.routes.ts names getPerson (GET /v1/people/:id)',
  ],
  [
    'an endpoint without a row in the access matrix',
    { 'server/test/access-matrix.api.test.ts': 'export const matrix = {};\n' },
    'contract/src/features/people/people.endpoints.ts:2 endpoint-in-access-matrix',
    'listPeople (GET /v1/people) has no row',
  ],
  [
    'no access matrix at all',
    { 'server/test/access-matrix.api.test.ts': null },
    'server/test/access-matrix.api.test.ts:1 endpoint-in-access-matrix',
    'is missing: write it',
  ],
  [
    'a function of more than 80 lines',
    { [service]: `${serviceText}export function long() {\n${'  void 0;\n'.repeat(80)}}\n` },
    `${service}:${serviceText.split('\n').length} too-long`,
    'long has 82 lines; the limit is 80',
  ],
  [
    'a file of more than 400 lines',
    { [service]: `${serviceText}${'\n'.repeat(400)}` },
    `${service}:1 too-long`,
    'This file has',
  ],
  [
    'the product imports the harness',
    { 'server/src/platform/x.ts': "import '../../test/harness.ts';\n" },
    'server/src/platform/x.ts:1 no-tests-in-the-product',
    'is for tests',
  ],
];

describe('the architecture check', () => {
  test('finds nothing in a tree that keeps the rules', () => {
    expect(faultsOf({})).toEqual([]);
  });

  test.each(VIOLATIONS)('finds: %s', (_title, changes, place, sentence) => {
    const faults = faultsOf(changes);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(place);
    expect(faults[0]).toContain(sentence);
  });

  test('a test may import anything in its workspace, and write SQL and paths', () => {
    const test =
      "import { people } from '../people/people.service.ts';\nexport const x = [people, 'select 1 from people', '/v1/people'];\n";
    expect(faultsOf({ 'server/src/features/letters/letters.api.test.ts': test })).toEqual([]);
  });

  test("a web rule may import the contract's constants and other rules", () => {
    const rule = "import { endpoint } from '@hubbub/contract/platform/endpoint.ts';\nexport const x = endpoint;\n";
    const other = "import { x } from './a.rules.ts';\nexport const y = x;\n";
    const folder = 'web/src/features/people';
    expect(faultsOf({ [`${folder}/a.rules.ts`]: rule, [`${folder}/b.rules.ts`]: other })).toEqual([
      expect.stringContaining('a.rules.test.ts is missing'),
      expect.stringContaining('b.rules.test.ts is missing'),
    ]);
  });

  test("a file that doesn't parse is named", () => {
    expect(() => faultsOf({ 'web/src/ui/x.ts': 'export const = ;\n' })).toThrow('web/src/ui/x.ts does not parse');
  });
});
