import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import type { Tx } from './database.ts';

const world = await testWorld();
await world.sql('create table pairs (id text primary key, number integer not null)');
await world.sql("insert into pairs values ('a', 0), ('b', 0)");

const increment = async (tx: Tx, id: string) => {
  await sql`update pairs set number = number + 1 where id = ${id}`.execute(tx);
};

test('a transaction ended by a deadlock is retried, and both are stored once', async () => {
  const ready = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let attempts = 0;
  const crossing = (mine: 0 | 1) =>
    world.platform.db.transaction(async (tx) => {
      attempts += 1;
      await sql`set local deadlock_timeout = '20ms'`.execute(tx);
      await increment(tx, mine === 0 ? 'a' : 'b');
      ready[mine].resolve();
      await ready[1 - mine]?.promise;
      await increment(tx, mine === 0 ? 'b' : 'a');
    });
  await Promise.all([crossing(0), crossing(1)]);
  expect(attempts, 'one of them began again').toBeGreaterThan(2);
  expect(await world.sql('select id, number from pairs order by id')).toEqual([
    { id: 'a', number: 2 },
    { id: 'b', number: 2 },
  ]);
});

test("a transaction that fails for another reason isn't retried", async () => {
  let attempts = 0;
  const failing = world.platform.db.transaction(async (tx) => {
    attempts += 1;
    await sql`select 1 / 0`.execute(tx);
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(attempts).toBe(1);
});

test('the effects of the attempt that succeeded happen after the commit, and no others', async () => {
  const happened: unknown[] = [];
  let attempts = 0;
  const stored = world.platform.db.transaction(async (tx, effects) => {
    attempts += 1;
    const attempt = attempts;
    effects.push(() => happened.push(attempt));
    if (attempt === 1) await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(tx);
    return 'stored';
  });
  expect(happened).toEqual([]);
  expect(await stored).toBe('stored');
  expect(happened).toEqual([2]);
  const failing = world.platform.db.transaction(async (tx, effects) => {
    effects.push(() => happened.push('never'));
    await sql`select 1 / 0`.execute(tx);
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(happened).toEqual([2]);
});
