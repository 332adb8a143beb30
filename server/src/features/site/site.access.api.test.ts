import { expect, test } from 'vitest';
import { isSuspended } from '#features/accounts/accounts.rules.ts';
import { eb, fact, row } from '#platform/database/expressions.ts';
import { insertUsers } from '../../../test/accounts.ts';
import { testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { isPaused, needsSecondFactor } from './second-factor.rules.ts';
import {
  actingRole,
  canWork,
  hasTeamBesides,
  isActiveOwner,
  isMissingFactor,
  isNotSuspended,
  isOnTeam,
  standsAbove,
} from './site.access.ts';
import { isModerator, outranks } from './site.rules.ts';

const world = await testWorld();

/** People with any role, suspended or away or neither, with or without a second factor, with or without a notice. */
async function fill(random: (below: number) => number, every: number) {
  const now = Date.now();
  const [over, ahead] = [new Date(now - 60_000), new Date(now + 3_600_000)];
  const people = (await insertUsers(world, 16)).map((id) => ({
    id,
    site_role: random(every) > 0 ? null : ((['moderator', 'admin', 'owner'] as const)[random(3)] ?? null),
    suspended_by: random(3) === 0 ? 'team' : null,
    suspended_until: [null, over, ahead][random(3)] ?? null,
    isAway: random(4) === 0,
    usesSecondFactor: random(2) === 0,
    dueAt: [null, over, ahead][random(3)] ?? null,
  }));
  for (const { id, site_role, suspended_by, suspended_until, isAway, usesSecondFactor, dueAt } of people) {
    await world.sql('update users set site_role = $2, suspended_by = $3, suspended_until = $4 where id = $1', [
      id,
      site_role,
      suspended_by && id,
      suspended_by && suspended_until,
    ]);
    if (isAway)
      await world.sql(
        `insert into away_accounts (user_id, kind, since, ends_at) values ($1, 'deactivated', now(), now())`,
        [id],
      );
    if (usesSecondFactor)
      await world.sql(`insert into totp (user_id, secret, enabled_at) values ($1, 'x', now())`, [id]);
    if (dueAt)
      await world.sql(`insert into second_factor_notices (user_id, due_at, stage) values ($1, $2, 'asked')`, [
        id,
        dueAt,
      ]);
  }
  return people;
}

test.each([
  [1, 'team', 1],
  [2, 'admins', 2],
  [4, 'nobody', 6],
] as const)(
  'the database and the rules agree on who works in the team, above whom (seed %i, %s, every %i)',
  async (seed, policy, every) => {
    await world.sql('delete from users');
    await world.sql('insert into site (id) values (gen_random_uuid()) on conflict do nothing');
    await world.sql('update site set second_factor = $1', [policy]);
    const people = await fill(randomOf(seed), every);
    const now = new Date();
    const users = row('users');
    const pairs = await world.platform.db.kysely
      .selectFrom(['users', 'users as beside'])
      .select(['users.id', 'beside.id as otherId'])
      .select([
        fact(isOnTeam(users.id)).as('onTeam'),
        fact(isMissingFactor(users)).as('missing'),
        actingRole(users).as('acting'),
        fact(isNotSuspended(users)).as('notSuspended'),
        fact(canWork(users)).as('works'),
        eb.fn.coalesce(fact(isActiveOwner(users)), eb.lit(false)).as('activeOwner'),
        fact(standsAbove(users.id, row('users', 'beside').id)).as('above'),
        fact(hasTeamBesides(users.id, row('users', 'beside').id)).as('besides'),
      ])
      .execute();
    expect(pairs).toHaveLength(256);
    const facts = (id: string) => {
      const person = people.find((each) => each.id === id);
      if (!person) throw new Error('nobody');
      const role = person.site_role;
      const onTeam = isModerator(role) && !isPaused(policy, { ...person, role }, now);
      const notSuspended = !isSuspended(person, now);
      return { person, role, onTeam, notSuspended, works: notSuspended && !person.isAway };
    };
    for (const { id, otherId, ...found } of pairs) {
      const { person, role, onTeam, notSuspended, works } = facts(id);
      expect(found).toEqual({
        onTeam,
        missing: needsSecondFactor(policy, role) && !person.usesSecondFactor,
        acting: onTeam ? role : null,
        notSuspended,
        works,
        activeOwner: role === 'owner' && works,
        above: onTeam && outranks(role, facts(otherId).role),
        besides: people.some((each) => {
          const other = facts(each.id);
          return other.onTeam && other.works && each.id !== id && each.id !== otherId;
        }),
      });
    }
    for (const name of [
      'onTeam',
      'notSuspended',
      'works',
      'above',
      ...(every > 2 ? (['besides'] as const) : []),
    ] as const)
      expect(new Set(pairs.map((pair) => pair[name])).size, name).toBe(2);
  },
);
