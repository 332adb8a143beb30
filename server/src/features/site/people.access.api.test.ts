import { expect, test } from 'vitest';
import { isSuspended } from '#features/accounts/accounts.rules.ts';
import { insertUsers } from '../../../test/accounts.ts';
import { testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { isInState } from './people.access.ts';
import { stateOf } from './people.rules.ts';

const world = await testWorld();

test.each([1])('the database and the rule agree on the state of every account (seed %i)', async (seed) => {
  const random = randomOf(seed);
  const now = new Date();
  const [over, ahead] = [new Date(now.getTime() - 60_000), new Date(now.getTime() + 3_600_000)];
  const facts = new Map<string, Parameters<typeof stateOf>[0]>();
  for (const id of await insertUsers(world, 200)) {
    const suspended = {
      suspended_by: random(3) === 0 ? id : null,
      suspended_until: [null, over, ahead][random(3)] ?? null,
    };
    const person = {
      activated_at: random(4) === 0 ? null : over,
      approval_requested_at: random(4) === 0 ? over : null,
      isSuspended: isSuspended(suspended, now),
      isAway: random(4) === 0,
      last_seen_at: random(3) === 0 ? null : over,
    };
    facts.set(id, person);
    await world.sql(
      `update users set activated_at = $2, approval_requested_at = $3, suspended_by = $4, suspended_until = $5 where id = $1`,
      [
        id,
        person.activated_at,
        person.approval_requested_at,
        suspended.suspended_by,
        suspended.suspended_by && suspended.suspended_until,
      ],
    );
    if (person.isAway)
      await world.sql(
        `insert into away_accounts (user_id, kind, since, ends_at) values ($1, 'deactivated', now(), now())`,
        [id],
      );
    if (person.last_seen_at) await world.sql(`insert into last_seen (user_id, seen_at) values ($1, $2)`, [id, over]);
  }
  let counted = 0;
  for (const state of ['active', 'pending', 'suspended', 'deactivated'] as const) {
    const rows = await world.platform.db.kysely.selectFrom('users').select('id').where(isInState(state, now)).execute();
    const expected = [...facts].filter(([, each]) => stateOf(each) === state).map(([id]) => id);
    expect(expected.length, state).toBeGreaterThan(0);
    expect(rows.map(({ id }) => id).sort(), state).toEqual(expected.sort());
    counted += rows.length;
  }
  expect(counted).toBe(200);
});
