import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fact } from '#platform/database/expressions.ts';
import { insertUsers } from '../../../test/accounts.ts';
import { testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { isOnline, onlineFor, processSeconds } from './presence.access.ts';

const world = await testWorld();

test.each([1])(
  'people are shown as online to those they share it with, while a living process has them (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const ids = await insertUsers(world, 16);
    const processes = await Promise.all(
      [0, 5, processSeconds - 10, processSeconds + 10, 3600].map(async (age) => {
        const [made] = await world.sql<{ id: string }>(
          `insert into presence_processes (id, seen_at) values (gen_random_uuid(), now() - $1 * interval '1 second') returning id`,
          [age],
        );
        return { id: made?.id, isAlive: age < processSeconds };
      }),
    );
    const online = new Set<string>();
    const shows = new Map<string, boolean>();
    const apart = new Set<string>();
    for (const id of ids) {
      for (const process of processes) {
        if (random(4) > 0) continue;
        await world.sql('insert into online_users (user_id, process_id) values ($1, $2)', [id, process.id]);
        if (process.isAlive) online.add(id);
      }
      const choice = [true, false, null][random(3)] ?? null;
      if (choice !== null) await world.sql('insert into privacy (user_id, presence) values ($1, $2)', [id, choice]);
      shows.set(id, choice ?? true);
      const other = ids[random(ids.length)];
      if (other === undefined || other === id) continue;
      await world.sql(
        `insert into relations (user_id, other_id, kind) values ($1, $2, 'block'), ($2, $1, 'blocked_by') on conflict do nothing`,
        [id, other],
      );
      apart.add(`${id} ${other}`).add(`${other} ${id}`);
    }
    const pairs = await world.platform.db.kysely
      .selectFrom(['users as viewer', 'users as person'])
      .select(['viewer.id as viewerId', 'person.id as personId'])
      .select([
        fact(isOnline(sql.ref('person.id'))).as('online'),
        onlineFor(sql.ref('viewer.id'), sql.ref('person.id')).as('shown'),
      ])
      .execute();
    expect(pairs).toHaveLength(256);
    expect(new Set(pairs.map((pair) => `${pair.online} ${pair.shown}`)).size).toBe(4);
    for (const { viewerId, personId, ...found } of pairs) {
      const isShared = shows.get(viewerId) && shows.get(personId) && !apart.has(`${viewerId} ${personId}`);
      expect(found).toEqual({ online: online.has(personId), shown: isShared ? online.has(personId) : null });
    }
  },
);
