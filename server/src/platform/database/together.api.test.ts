import { describe, expect, it } from 'vitest';
import { unavailable } from '#platform/errors/errors.ts';
import { testWorld } from '../../../test/harness.ts';
import type { Pipeline, Statement } from './pipelined-connections.ts';
import { mostTogether, runTogether } from './together.ts';

const world = await testWorld();

/** Any number of rows; it fails for 5. */
const rowsOf: Statement = {
  name: 'test-rows',
  together: ['int', 'text'],
  text: `select n, 12 / (5 - $1) as share, $2 || n as name from (select generate_series(1, $1) n limit $1) rows order by n`,
};
const { together: _, ...alone } = rowsOf;
const apart: Statement = { ...alone, name: 'test-rows-apart' };

const expected = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => ({
    n: index + 1,
    share: Math.trunc(12 / (5 - count)),
    name: `${name}${index + 1}`,
  }));

/** What runs calls together, and for how many calls each of its statements was; -1: the statement itself. */
function together(width = 4, pipeline: Pipeline = world.platform.db.writes) {
  const statements: number[] = [];
  let [underWay, mostUnderWay] = [0, 0];
  const counted: Pipeline = {
    query: async (statement, values) => {
      statements.push(statement.name === rowsOf.name ? -1 : values.filter((value) => value !== null).length / 2);
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      return await pipeline.query<never>(statement, values).finally(() => {
        underWay -= 1;
      });
    },
  };
  const { query } = runTogether(counted, width);
  return {
    read: (count: number, name: string) => query<object>(rowsOf, [count, name]),
    query,
    statements,
    mostUnderWay: () => mostUnderWay,
  };
}

describe('calls of the same statement that come at the same time', () => {
  it('They share statements, and each gets what it would have got alone, in order: no row, one, several', async () => {
    const { read, statements } = together();
    const counts = [3, 0, 1, 2, 1, 0, 4, 3];
    const found = await Promise.all(counts.map((count, index) => read(count, `call ${index} `)));
    expect(found).toEqual(counts.map((count, index) => expected(count, `call ${index} `)));
    expect(statements).toEqual([2, 2, 2, 2]);
  });

  it('As few as may run at the same time run at the same time, each in a statement of its own', async () => {
    const { read, statements, mostUnderWay } = together();
    await Promise.all([1, 2, 3, 1].map((count) => read(count, 'few ')));
    expect(statements).toEqual([-1, -1, -1, -1]);
    expect(mostUnderWay()).toBe(4);
  });

  it('A lone call runs the statement itself', async () => {
    const { read, statements } = together();
    expect(await read(2, 'alone ')).toEqual(expected(2, 'alone '));
    expect(await read(0, 'alone ')).toEqual([]);
    expect(statements).toEqual([-1, -1]);
  });

  it('Calls of a statement that does not say so run apart', async () => {
    const { query, statements } = together();
    const found = await Promise.all([1, 2, 3].map((count) => query(apart, [count, 'apart '])));
    expect(found).toEqual([1, 2, 3].map((count) => expected(count, 'apart ')));
    expect(statements).toHaveLength(3);
  });

  it(`More than ${mostTogether} take several statements, and no more than allowed run at once; the others wait, and lose nothing`, async () => {
    const { read, statements, mostUnderWay } = together(2);
    const numbers = Array.from({ length: 100 }, (_, index) => index);
    const found = await Promise.all(numbers.map((index) => read(1, `${index} `)));
    expect(found).toEqual(numbers.map((index) => expected(1, `${index} `)));
    expect(statements).toEqual([16, 16, 16, 16, 16, 16, 4]);
    expect(mostUnderWay()).toBe(2);
  });

  it('A call that comes while as many as allowed are running waits for one of them, with all that come meanwhile', async () => {
    const { writes } = world.platform.db;
    const gate = Promise.withResolvers<void>();
    const slow: Pipeline = {
      query: async (statement, values) => {
        await gate.promise;
        return await writes.query<never>(statement, values);
      },
    };
    const { read, statements } = together(1, slow);
    const first = read(1, 'first ');
    await new Promise(setImmediate);
    const second = read(1, 'second ');
    await new Promise(setImmediate);
    const third = read(2, 'third ');
    await new Promise(setImmediate);
    expect(statements).toEqual([-1]);
    gate.resolve();
    const found = await Promise.all([first, second, third]);
    expect(found).toEqual([expected(1, 'first '), expected(1, 'second '), expected(2, 'third ')]);
    expect(statements).toEqual([-1, 2]);
  });

  it('One that fails does not fail the others', async () => {
    const { read } = together(1);
    const results = await Promise.allSettled([1, 5, 2].map((count) => read(count, 'with ')));
    expect(results).toEqual([
      { status: 'fulfilled', value: expected(1, 'with ') },
      { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) },
      { status: 'fulfilled', value: expected(2, 'with ') },
    ]);
    expect(await read(3, 'after ')).toEqual(expected(3, 'after '));
  });

  it.each([
    ['waiting in a line', 40, [16]],
    ['asked alone', 1, [-1]],
  ])(
    'While the database is away, all fail with the first of them, %s; the next ones run again',
    async (_, count, ran) => {
      const answer = Promise.withResolvers<void>();
      let isAway = true;
      const { writes } = world.platform.db;
      const failing: Pipeline = {
        query: async (statement, values) => {
          if (!isAway) return await writes.query<never>(statement, values);
          await answer.promise;
          throw Object.assign(unavailable(), { cause: Object.assign(new Error('gone'), { code: '57P01' }) });
        },
      };
      const { read, statements } = together(1, failing);
      const reads = Array.from({ length: count }, (__, index) => read(1, `away ${index} `));
      await new Promise(setImmediate);
      const late = read(2, 'late ');
      answer.resolve();
      const results = await Promise.allSettled([...reads, late]);
      expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
      expect(statements).toEqual(ran);
      isAway = false;
      expect(await Promise.all([read(1, 'back '), read(2, 'back ')])).toEqual([
        expected(1, 'back '),
        expected(2, 'back '),
      ]);
    },
  );
});
