import { expect, test } from 'vitest';
import type { Tx } from '#platform/database/database.ts';
import { fact, row } from '#platform/database/expressions.ts';
import { testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { isActivated, isLapsedSince } from './accounts.access.ts';
import { insertUser } from './accounts.queries.ts';
import { activationStart, isFindable, isLapsed } from './accounts.rules.ts';
import { insertAway } from './away.queries.ts';

const world = await testWorld();

const days = 3;

test.each([1, 2, 3])(
  'the database and the rules agree on who is activated and whose account has lapsed (seed %i)',
  async (seed) => {
    const { db, newId } = world.platform;
    const random = randomOf(seed);
    const now = new Date(Date.UTC(2026, 10, 22, 12));
    const boundary = activationStart(now, days).getTime();
    for (let n = 0; n < 70; n += 1) {
      await insertUser(db.kysely, {
        id: newId(),
        username: `p${seed}_${n}`,
        email: `p${seed}_${n}@example.com`,
        passwordHash: '',
        name: null,
        activatedAt: random(2) === 0 ? null : now,
        createdAt: new Date(boundary + (random(5) - 2) * (random(2) === 0 ? 1 : 86_400_000)),
      });
    }
    for (const { id } of await db.kysely
      .selectFrom('users')
      .select('id')
      .where('username', 'like', `p${seed}\\_%`)
      .execute()) {
      if (random(4) > 0) continue;
      const kind = random(2) === 0 ? 'deactivated' : 'deleting';
      await insertAway(db.kysely as Tx, { userId: id, kind, since: now, endsAt: now });
    }
    const rows = await db.kysely.selectFrom('away_accounts').select('user_id').execute();
    const away = new Set(rows.map(({ user_id }) => user_id));
    const people = await db.kysely
      .selectFrom('users')
      .selectAll()
      .select([fact(isActivated(row('users'))).as('activated'), isLapsedSince(activationStart(now, days)).as('lapsed')])
      .execute();
    expect(new Set(people.map(({ activated, lapsed }) => `${activated} ${lapsed}`)).size).toBe(3);
    for (const person of people) {
      expect(person.activated, person.username).toBe(isFindable({ ...person, isAway: away.has(person.id) }));
      expect(person.lapsed, person.username).toBe(isLapsed(person, now, days));
    }
  },
);
