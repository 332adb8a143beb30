import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { row } from '#platform/database/expressions.ts';
import { testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import * as access from './newcomers.access.ts';
import { isNewcomer } from './newcomers.rules.ts';

const world = await testWorld();

test.each([1])('the database and the rule agree on whose account is new (seed %i)', async (seed) => {
  const random = randomOf(seed);
  const since = new Date(Date.UTC(2026, 10, 22, 12));
  for (let n = 0; n < 200; n += 1) {
    const createdAt = new Date(since.getTime() + (random(5) - 2) * (random(2) === 0 ? 1 : 86_400_000));
    const role = random(2) === 0 ? 'moderator' : null;
    await world.sql(
      `insert into users (id, username, email, password_hash, created_at, site_role)
       values (gen_random_uuid(), $1, $1 || '@example.com', '', $2, $3)`,
      [`new_${n}`, createdAt, role],
    );
  }
  const accounts = await world.platform.db.kysely
    .selectFrom('users')
    .selectAll()
    .select(access.isNewcomer(row('users'), sql.val(since)).as('isNew'))
    .execute();
  expect(new Set(accounts.map(({ isNew }) => isNew)).size).toBe(2);
  for (const account of accounts) expect(account.isNew, account.username).toBe(isNewcomer(account, since));
});
