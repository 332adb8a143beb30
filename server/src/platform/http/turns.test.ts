import { expect, test } from 'vitest';
import { createTurns, type Turn } from './turns.ts';

const refusalOf = (turn: Turn): unknown => {
  try {
    return turn.begin();
  } catch (error) {
    return error;
  }
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("One person's calls run two at a time, in order; those beyond the maximum are refused, and nobody else is affected", async () => {
  const turns = createTurns({ name: 'test', atOnce: 2, waiting: 2 });
  const begun: number[] = [];
  const calls = [0, 1, 2, 3].map((number) => {
    const turn = turns('ana');
    void Promise.resolve(turn.begin()).then(() => begun.push(number));
    return turn;
  });
  await settled();
  expect(begun).toEqual([0, 1]);
  expect(refusalOf(turns('ana'))).toMatchObject({ status: 429, retryAfter: 1 });
  await turns('bob').begin();
  calls[1]?.end();
  calls[1]?.end();
  await settled();
  expect(begun).toEqual([0, 1, 2]);
  for (const call of calls) call.end();
  await settled();
  expect(begun).toEqual([0, 1, 2, 3]);
  calls[3]?.end();
  for (let call = 0; call < 2; call += 1) await turns('ana').begin();
});

test('A call that was refused, or never began, gives no place back', async () => {
  const turns = createTurns({ name: 'test', atOnce: 1, waiting: 0 });
  const first = turns('ana');
  await first.begin();
  const refused = turns('ana');
  expect(refusalOf(refused)).toMatchObject({ status: 429 });
  refused.end();
  turns('ana').end();
  expect(refusalOf(turns('ana'))).toMatchObject({ status: 429 });
  first.end();
  await turns('ana').begin();
});
