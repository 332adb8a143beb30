import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { array, arrayOf } from './arrays.ts';
import type { Pipeline, Statement } from './database.ts';
import { answerWith, type Given, orNotFound, perSize, sessionColumns, sessionStatement } from './session-statement.ts';
import { statement } from './statement.ts';

/** Records the queries it gets, and answers with a session. */
function listen() {
  const asked: { statement: Statement; values: readonly unknown[] }[] = [];
  const pipeline: Pipeline = {
    query: async (statement, values) => {
      asked.push({ statement, values });
      return [{ user_id: 'ada', stale: false }] as never;
    },
  };
  return { asked, pipeline };
}

const token = Buffer.from('token');

test('a statement is compiled once, checks the session first, and numbers each value once, however often it appears', async () => {
  const { asked, pipeline } = listen();
  let built = 0;
  const read = sessionStatement('test', (db, { word, size }: Given<{ word: string; size: number }>) => {
    built += 1;
    return db
      .with('found', () => sql<{ word: string }>`(select ${word}::text as word where ${word}::text <> ${''})`)
      .selectFrom('session')
      .select([...sessionColumns, sql<number>`${size}::int`.as('size')]);
  });
  await read(pipeline, token, { word: 'one', size: 1 });
  expect(await read(pipeline, token, { size: 2, word: 'two' })).toEqual({ user_id: 'ada', stale: false });
  expect(built).toBe(1);
  expect(asked.map(({ values }) => values)).toEqual([
    [token, 'one', 1],
    [token, 'two', 2],
  ]);
  const { statement } = asked[0] as (typeof asked)[number];
  expect(statement.name).toBe('test');
  expect(statement.text).toContain('with "session" as materialized (select');
  expect(statement.text).toContain(
    'where "sessions"."token_hash" = $1 and "sessions"."expires_at" > now()), "found" as (select $2::text as word where $2::text <> \'\')',
  );
  expect(statement.text).toContain('$3::int as "size"');
});

test('a prepared statement hides from the planner how many values it gets, and is refused otherwise', async () => {
  const { asked, pipeline } = listen();
  const reading = (ids: (given: Given<{ ids: string[] }>) => RawBuilder<string[]>) =>
    statement('test', (_, given: Given<{ ids: string[] }>) => sql<object>`select unnest(${ids(given)})`);
  await reading((given) => arrayOf(given.ids, 'uuid'))(pipeline, { ids: [] });
  expect(asked[0]?.statement.text).toBe('select unnest((select $1::uuid[]))');
  await expect(reading((given) => array(given.ids, 'uuid'))(pipeline, { ids: [] })).rejects.toThrow('$1::uuid[]');
});

test('creates one statement per page size', () => {
  const made: number[] = [];
  const ofSize = perSize((size) => made.push(size));
  ofSize(5);
  ofSize(10);
  ofSize(5);
  expect(made).toEqual([5, 10]);
});

test("answers nothing without a session, and 404 for something that doesn't exist", () => {
  const row = { user_id: 'ada', stale: true };
  expect(answerWith(undefined, () => ({}))).toBeUndefined();
  expect(answerWith(row, ({ user_id }) => ({ user_id }))).toEqual({
    body: { user_id: 'ada' },
    userId: 'ada',
    stale: true,
  });
  expect(orNotFound(0, 'gone')).toBe(0);
  expect(() => orNotFound(null, 'gone')).toThrow(expect.objectContaining({ status: 404 }));
});
