import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/harness.ts';
import { createLane, type LaneOptions } from './combine.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.sql('create table numbers (id serial primary key, number integer not null check (number < 1000))');
});
afterAll(() => world.close());

const insert = {
  name: 'test-insert',
  text: 'insert into numbers (number) select * from unnest($1::int[]) returning id, number',
};

function lane(given: Partial<LaneOptions<number, number>> = {}) {
  const statements: number[][] = [];
  const committed: number[] = [];
  const errors: unknown[] = [];
  const made = createLane<number, number>({
    async store(drafts) {
      statements.push([...drafts]);
      const rows = await world.platform.db.writes.query<{ number: number }>(insert, [[...drafts]]);
      return rows.map(({ number }) => number);
    },
    committed: (stored) => committed.push(...stored),
    onError: (error) => errors.push(error),
    ...given,
  });
  return { ...made, statements, committed, errors };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('writes that share statements', () => {
  it('A write alone is stored at once, in a statement of its own', async () => {
    const { add, statements } = lane();
    expect(await add(7)).toBe(7);
    expect(await add(8)).toBe(8);
    expect(statements).toEqual([[7], [8]]);
  });

  it('What arrives while a statement is under way shares the next one, and each gets its own answer, in order', async () => {
    const { add, statements, committed } = lane({ most: 30 });
    expect(await Promise.all(numbers(100).map(add))).toEqual(numbers(100));
    expect(statements.map((drafts) => drafts.length)).toEqual([1, 30, 30, 30, 9]);
    expect(statements.flat()).toEqual(numbers(100));
    expect(committed).toEqual(numbers(100));
  });

  it('A wider lane has so many statements under way at once, and no more', async () => {
    let [underWay, most] = [0, 0];
    const { add, statements } = lane({
      width: 2,
      async store(drafts) {
        statements.push([...drafts]);
        most = Math.max(most, ++underWay);
        await world.platform.db.ping();
        underWay -= 1;
        return [...drafts];
      },
    });
    expect(await Promise.all(numbers(100).map(add))).toEqual(numbers(100));
    expect(most).toBe(2);
    expect(statements.map((drafts) => drafts.length)).toEqual([1, 1, 98]);
  });

  it('One that the database refuses does not fail the others', async () => {
    const { add, committed } = lane();
    const results = await Promise.allSettled([1, 2, 5000, 3].map(add));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(committed).toEqual([1, 2, 3]);
    expect(await add(4)).toBe(4);
  });

  it('Nothing is stored again when the connection was lost, for it may be stored already', async () => {
    let calls = 0;
    const { add } = lane({
      store: async () => {
        calls += 1;
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
      },
    });
    const results = await Promise.allSettled(numbers(5).map(add));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(calls).toBe(2);
  });

  it('Callers are answered after the commit was announced, and also when that failed', async () => {
    const { add, errors } = lane({
      committed: () => {
        throw new Error('nobody there');
      },
    });
    expect(await add(9)).toBe(9);
    expect(errors).toHaveLength(1);
  });

  it('A transaction alone overlaps with no statement and keeps its place', async () => {
    const { add, alone, statements } = lane();
    const seen: number[] = [];
    const before = [add(1), add(2)];
    const middle = alone(async () => {
      seen.push(...statements.flat());
      await world.platform.db.ping();
      seen.push(...statements.flat());
      return 'done';
    });
    const after = add(3);
    await Promise.all([...before, middle, after]);
    expect(await middle).toBe('done');
    expect(seen).toEqual([1, 2, 1, 2]);
    await expect(alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await add(4)).toBe(4);
  });
});
