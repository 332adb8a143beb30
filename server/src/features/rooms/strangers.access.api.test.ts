import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createClub } from '../../../test/community.ts';
import { testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';
import { areStrangers } from './strangers.access.ts';
import * as rules from './strangers.rules.ts';

const world = await testWorld();

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
        .selectFrom('rooms')
        .select(sql.raw<boolean>(areStrangers('rooms')).as('strangers'))
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row.strangers).toBe(rules.areStrangers({ haveWritten, sharePrivateCommunity: shared === 'private' }));
      seen.add(row.strangers);
    }
  }
  expect(seen.size).toBe(2);
});
