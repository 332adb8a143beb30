import { describe, expect, it } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import { type BatcherOptions, createBatcher } from './batcher.ts';

const world = await testWorld();
await world.sql('create table numbers (id serial primary key, number integer not null check (number < 1000))');

const insert = {
  name: 'test-insert',
  text: 'insert into numbers (number) select * from unnest($1::int[]) returning id, number',
};

function batcher(given: Partial<BatcherOptions<number, number>> = {}) {
  const statements: number[][] = [];
  const committed: number[] = [];
  const errors: unknown[] = [];
  const made = createBatcher<number, number>({
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

describe('batched writes', () => {
  it('A lone write is stored right away, in a statement of its own', async () => {
    const { add, statements } = batcher();
    expect(await add(7)).toBe(7);
    expect(await add(8)).toBe(8);
    expect(statements).toEqual([[7], [8]]);
  });

  it('Writes that arrive while a statement is running share the next one, and each gets its own result, in order', async () => {
    const { add, statements, committed } = batcher({ maxBatchSize: 30 });
    expect(await Promise.all(numbers(100).map(add))).toEqual(numbers(100));
    expect(statements.map((drafts) => drafts.length)).toEqual([1, 30, 30, 30, 9]);
    expect(statements.flat()).toEqual(numbers(100));
    expect(committed).toEqual(numbers(100));
  });

  it('The next statement is on its way before callers of the last get their results', async () => {
    const { add, statements } = batcher({ maxBatchSize: 2 });
    const begun = await Promise.all(numbers(5).map((number) => add(number).then(() => statements.length)));
    expect(begun).toEqual([2, 3, 3, 3, 3]);
  });

  it('If many people receive what was stored, the next statement waits until they have it, and includes everything that arrived meanwhile', async () => {
    const { add, statements } = batcher({ fansOut: (stored) => stored.includes(0) });
    const late: Promise<number>[] = [];
    const first = add(0).then(() => {
      late.push(add(2));
      return statements.length;
    });
    const second = add(1);
    expect(await first).toBe(1);
    expect(await Promise.all([second, ...late])).toEqual([1, 2]);
    expect(statements).toEqual([[0], [1, 2]]);
  });

  it('A wider batcher runs that many statements at the same time, and no more', async () => {
    let [underWay, most] = [0, 0];
    const { add, statements } = batcher({
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

  it("A write that the database rejects doesn't fail the others", async () => {
    const { add, committed } = batcher();
    const results = await Promise.allSettled([1, 2, 5000, 3].map(add));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(committed).toEqual([1, 2, 3]);
    expect(await add(4)).toBe(4);
  });

  it('Nothing is retried after a lost connection, because it may already be stored', async () => {
    let calls = 0;
    const { add } = batcher({
      store: async () => {
        calls += 1;
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
      },
    });
    const results = await Promise.allSettled(numbers(5).map(add));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(calls).toBe(2);
  });

  it('Callers get their results after the commit was announced, even if that failed', async () => {
    const { add, errors } = batcher({
      committed: () => {
        throw new Error('nobody there');
      },
    });
    expect(await add(9)).toBe(9);
    expect(errors).toHaveLength(1);
  });

  it('An exclusive transaction overlaps with no statement and keeps its place in the queue', async () => {
    const { add, alone, statements } = batcher();
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
