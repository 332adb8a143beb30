import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("One person's calls run two at a time, in order; more than may wait are refused, and nobody else notices", async () => {
  const turns = createTurns('test', { atOnce: 2, waiting: 2 });
  const begun: number[] = [];
  const calls = [0, 1, 2, 3].map((number) => {
    const turn = turns('ana');
    void turn.begin().then(() => begun.push(number));
    return turn;
  });
  await settled();
  expect(begun).toEqual([0, 1]);
  await expect(turns('ana').begin()).rejects.toMatchObject({ status: 429, retryAfter: 1 });
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
  const turns = createTurns('test', { atOnce: 1, waiting: 0 });
  const first = turns('ana');
  await first.begin();
  const refused = turns('ana');
  await expect(refused.begin()).rejects.toMatchObject({ status: 429 });
  refused.end();
  turns('ana').end();
  await expect(turns('ana').begin()).rejects.toMatchObject({ status: 429 });
  first.end();
  await turns('ana').begin();
});
