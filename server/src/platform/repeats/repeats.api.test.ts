import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import { type Claim, createRepeats, type Repeats } from './repeats.ts';

const world = await testWorld();
const { user_id } = await world.person('ada');

/** The `Repeats` of another process, and how many statements it has run. */
function process() {
  let statements = 0;
  const count: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { db, clock, log } = world.platform;
  const repeats = createRepeats({ db: { ...db, kysely: db.kysely.withPlugin(count) }, clock, log });
  return { repeats, statements: () => statements };
}

const claimOf = async (repeats: Repeats, key: Parameters<Repeats['claim']>[0]): Promise<Claim> => {
  const claimed = await repeats.claim(key);
  if (!('attempt' in claimed)) throw new Error('Answered before');
  return claimed;
};

test('of many requests for the same write, one at a time queries the database, even if all are refused', async () => {
  const { repeats, statements } = process();
  const key = { user_id, call: 'POST /v1/posts', client_id: randomUUID() };
  let atIt = 0;
  const most = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const claim = await claimOf(repeats, key);
      atIt += 1;
      const now = atIt;
      await new Promise(setImmediate);
      atIt -= 1;
      await claim.fail();
      return now;
    }),
  );
  expect(Math.max(...most)).toBe(1);
  // It's claimed, and given back by two.
  expect(statements()).toBe(20 * 3);
});

test('requests that wait in this process and in another get the answer', async () => {
  const key = { user_id, call: 'POST /v1/posts', client_id: randomUUID() };
  const [here, elsewhere] = [process(), process()];
  const claim = await claimOf(here.repeats, key);
  const waiting = [here.repeats.claim(key), elsewhere.repeats.claim(key), here.repeats.claim(key)];
  const answer = { status: 201, body: '{}' };
  await claim.succeed(answer);
  expect(await Promise.all(waiting)).toEqual([answer, answer, answer]);
});
