import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import { mayTalk } from './conversations.access.ts';
import { mayTalkTo } from './conversations.rules.ts';

const world = await testWorld();

test('the database and the rule agree on who may talk to whom', async () => {
  for (let n = 0; n < 5; n += 1) await world.person(`p${n}`);
  const pairs = await world.platform.db.kysely
    .selectFrom(['users as caller', 'users as other'])
    .select([
      'caller.id as callerId',
      'other.id as otherId',
      sql.raw<boolean>(mayTalk('caller.id', 'other.id')).as('allowed'),
    ])
    .execute();
  expect(pairs).toHaveLength(25);
  for (const { callerId, otherId, allowed } of pairs) {
    expect(allowed).toBe(mayTalkTo({ userId: callerId }, { userId: otherId }));
  }
});
