import { describe, expect, test } from 'vitest';
import { sqlPlaces, testSuffixes } from '../../architecture.config.js';
import { jsonFaults } from './json.rules.mjs';

const folder = 'server/src/features/people';
const routes = `${folder}/people.routes.ts`;
const queries = `${folder}/people.queries.ts`;
const config = { sqlPlaces, testSuffixes, sqlJson: { calls: ['listPeople'], files: [queries] } };

const calling = (name, second) => ({ path: routes, calls: [{ name, second, line: 7 }], texts: [] });
const writing = (text, path = queries) => ({ path, calls: [], texts: [{ text, line: 3 }] });
const listed = calling('sqlJsonRoute', 'listPeople');
const faultsOf = (...sources) =>
  jsonFaults(sources, config).map(({ file, line, sentence }) => `${file}:${line} ${sentence}`);

const glued = [`'{"id":"' || people.id || '"}'`, `'[' || list || ']'`];
const built = [
  'json_agg(people)',
  "select jsonb_build_object('id', people.id)",
  'row_to_json(people)',
  'to_json(name)',
];

describe('JSON written in SQL', () => {
  test('is allowed for the calls that sqlJson lists, whether their fields come as JSON or as a form', () => {
    expect(faultsOf(listed)).toEqual([]);
    for (const name of ['sqlJsonRoute', 'sqlJsonFormRoute']) {
      const [fault, ...others] = faultsOf(listed, calling(name, 'getPerson'));
      expect(others).toEqual([]);
      expect(fault).toContain(`${routes}:7 getPerson may not answer JSON text from SQL: use statementRoute`);
    }
    expect(faultsOf(listed, calling('statementRoute', 'getPerson'))).toEqual([]);
  });

  test('is allowed in the files that sqlJson lists, and in tests', () => {
    for (const text of [...glued, ...built]) {
      expect(faultsOf(listed, writing(text)), text).toEqual([]);
      expect(faultsOf(listed, writing(text, `${folder}/people.api.test.ts`)), text).toEqual([]);
      for (const path of [
        `${folder}/others.queries.ts`,
        `${folder}/people.access.ts`,
        'server/src/platform/database/x.ts',
      ]) {
        const [fault, ...others] = faultsOf(listed, writing(text, path));
        expect(others).toEqual([]);
        expect(fault, text).toContain(
          `${path}:3 This SQL writes JSON as text: select columns, nest rows with jsonObjectFrom`,
        );
      }
    }
    expect(faultsOf(listed, writing('select people.id from people', `${folder}/others.queries.ts`))).toEqual([]);
  });

  test('stays on the list only as long as a call needs it', () => {
    expect(faultsOf()).toEqual([
      'architecture.config.js:1 sqlJson lists "listPeople", but no sqlJsonRoute answers it: take it off the list.',
    ]);
  });
});
