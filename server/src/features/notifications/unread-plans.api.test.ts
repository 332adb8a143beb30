import { expect, inject, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import { readUnreadOf } from './unread.service.ts';

const world = await testWorld();

/** A pooler has sessions of its own. */
const isPooled = inject('poolerUrl') !== '';

test.skipIf(isPooled)(
  "PostgreSQL plans counting what's unread a few times for each connection, and not for each count: that takes longer",
  async () => {
    const [ada, bob] = await Promise.all([world.person('ada'), world.person('bob')]);
    // Beside somebody with a lot, somebody with nothing seems to be worth a plan of their own.
    const much = [
      `insert into notifications (user_id, id, type, subject, actors, created_at)
         select $1, gen_random_uuid(), 'vote', n::text, '{}', now() from generate_series(1, 2000) n`,
      `with made as (insert into rooms (id, kind, name, created_at, active_at, last_id)
         select gen_random_uuid(), 'group', 'Many', now(), now(), 1 from generate_series(1, 1000) returning id)
       insert into room_members (room_id, user_id) select id, $1 from made`,
    ];
    for (const each of much) await world.sql(each, [bob.user.user_id]);
    await world.sql('analyze notifications, rooms, room_members');
    const { hot } = world.platform.db;
    for (let count = 0; count < 60; count += 1) await readUnreadOf(hot, ada.user.user_id);
    const planned = {
      name: 'test-planned',
      text: `select name, custom_plans::int as anew from pg_prepared_statements
        where name in ('rooms-unread-person', 'notifications-count')`,
    };
    const found: { name: string; anew: number }[] = [];
    for (let slot = 0; slot < 4; slot += 1) found.push(...(await hot.query<(typeof found)[number]>(planned, [])));
    expect(new Set(found.map(({ name }) => name)).size).toBe(2);
    expect(found.filter(({ anew }) => anew !== 5)).toEqual([]);
  },
);
