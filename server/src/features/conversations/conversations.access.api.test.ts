import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createClub } from '../../../test/community.ts';
import { testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';
import { mayTalk } from './conversations.access.ts';
import { mayTalkTo } from './conversations.rules.ts';
import { areStrangers } from './strangers.access.ts';
import * as rules from './strangers.rules.ts';

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

test('the database and the rule agree on who are strangers', async () => {
  const talk = talkIn(() => world);
  const seen = new Set<boolean>();
  for (const haveWritten of [false, true]) {
    for (const shared of [null, 'public', 'private'] as const) {
      const [ada, bob, id] = await talk.acquainted();
      if (haveWritten) await talk.write(bob, id, 'Hello');
      if (shared !== null) {
        const { communityId } = await createClub(world, ada, [bob]);
        await world.sql('update communities set visibility = $2 where id = $1', [communityId, shared]);
      }
      const row = await world.platform.db.kysely
        .selectFrom('conversations')
        .select(sql.raw<boolean>(areStrangers('conversations')).as('strangers'))
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row.strangers).toBe(rules.areStrangers({ haveWritten, sharePrivateCommunity: shared === 'private' }));
      seen.add(row.strangers);
    }
  }
  expect(seen.size).toBe(2);
});
