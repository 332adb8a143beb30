import { expect, test } from 'vitest';
import { factoryPassword } from '#features/accounts/accounts.factory.ts';
import { commonLimits } from '#platform/rate-limits/common-limits.ts';
import { type Caller, testWorld } from '../../../test/harness.ts';

const [{ points }] = commonLimits.search;

const world = await testWorld({ settings: { RATE_LIMITS: 'on' } });

/** The statuses of this many searches, one after another; each statement decides whether to allow its search. */
async function search(caller: Caller, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await caller.get('/v1/users')).status);
  return statuses;
}

test("a limit per person counts all of that person's sessions together, and other people's separately", async () => {
  const ada = await world.person('ada');
  const credentials = { username: 'ada', password: factoryPassword };
  const { headers } = await world.stranger().post('/v1/tokens/authentication', credentials);
  const elsewhere = world.withCookie(headers.get('set-cookie')?.split(';', 1)[0] ?? '');

  // Each session's first search counts for the address, because we don't know yet whose session it is.
  expect(new Set([...(await search(ada, points)), ...(await search(elsewhere, 2))])).toEqual(new Set([200]));
  expect(await search(elsewhere, 1)).toEqual([429]);
  expect(await search(ada, 1)).toEqual([429]);
  expect(await search(await world.person('ben'), 2)).toEqual([200, 200]);
});

test("a session that has ended uses up nothing of its person's", async () => {
  const cyd = await world.person('cyd');
  const { headers } = await world.stranger().post('/v1/tokens/authentication', {
    username: 'cyd',
    password: factoryPassword,
  });
  const lost = world.withCookie(headers.get('set-cookie')?.split(';', 1)[0] ?? '');
  expect([...(await search(cyd, 1)), ...(await search(lost, 1))]).toEqual([200, 200]);
  await lost.post('/v1/users/logout');
  // Fewer than an address may make.
  expect(new Set(await search(lost, points - 20))).toEqual(new Set([401]));
  expect(new Set(await search(cyd, 30))).toEqual(new Set([200]));
});

test('made-up sessions are limited by address, so a new one gains no extra allowance', async () => {
  const statuses = new Set<number>();
  for (let time = 0; time <= points; time += 1) {
    for (const status of await search(world.withCookie(`hubbub=made-up-${time}`), 1)) statuses.add(status);
  }
  expect(statuses).toEqual(new Set([401, 429]));
});
