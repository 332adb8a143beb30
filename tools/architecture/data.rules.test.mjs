import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testSuffixes } from '../../architecture.config.js';
import { dataFaults } from './data.rules.mjs';
import { readSource } from './source.mjs';

const path = 'web/src/features/people/people.data.ts';

/** What's wrong with a file of this text. */
function faultsOf(text, { file = path, dataFunctions = {} } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'data-rules-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, dirname(file)), { recursive: true });
  writeFileSync(join(root, file), text);
  return dataFaults([readSource(root, file)], { dataFunctions, testSuffixes }).map(
    ({ file: where, line, sentence }) => `${where}:${line} ${sentence}`,
  );
}

const bare = [
  'export async function loadPeople() {}',
  'export const loadPeople = async (id: string) => await call(id);',
  'export const loadPeople = (id: string): Promise<People> => call(id);',
  'export function loadPeople(id: string): Promise<People> { return call(id); }',
];

describe("What the web's *.data.ts export", () => {
  test('is no bare async function, however it is written', () => {
    for (const text of bare) {
      const [fault, ...others] = faultsOf(text);
      expect(others).toEqual([]);
      expect(fault, text).toContain(
        `${path}:1 loadPeople is a bare async function: export query options, or a mutation`,
      );
    }
  });

  test('are query options, mutations and what reads the cache; helpers of their own may be async', () => {
    const text = `
      async function load() {}
      export const peopleOptions = queryOptions({ queryFn: async () => await load() });
      export const useAdd = () => useChange({ mutationFn: async (name: string) => await load(name) });
      export function applyPerson(client: QueryClient): void { void load(); }`;
    expect(faultsOf(text)).toEqual([]);
  });

  test('may be an async function that dataFunctions lists, as long as it is there', () => {
    const dataFunctions = { [`${path}#loadPeople`]: 'a timer calls it' };
    for (const text of bare) expect(faultsOf(text, { dataFunctions }), text).toEqual([]);
    expect(faultsOf('export const people = 1;', { dataFunctions })).toEqual([
      `architecture.config.js:1 dataFunctions lists "${path}#loadPeople", but it exports no such async function: take it off the list.`,
    ]);
  });

  test("is not asked of the web's other files, nor of the server's", () => {
    const others = ['web/src/features/people/people.ts', 'server/src/features/people/people.data.ts'];
    for (const file of others) for (const text of bare) expect(faultsOf(text, { file }), file).toEqual([]);
  });
});
