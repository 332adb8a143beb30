import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { row } from '#platform/database/expressions.ts';
import { testWorld } from '../../../test/harness.ts';
import { pairRulesOf } from '../../../test/room-rules.ts';
import { expectAgreement, newcomersSince, type Question, type SceneRoom } from '../../../test/room-scene.ts';
import { textOf } from '../../../test/text-of.ts';
import { areStrangers, isCounted, mustBeCounted } from './strangers.access.ts';

const world = await testWorld();

const [room, viewer] = [row('rooms', 'room'), row('users', 'viewer').id];

const ofConversation: Question = {
  from: 'rooms room join users viewer on viewer.id = any(room.pair)',
  about: ['room.id', 'viewer.id'],
  conditions: {
    areStrangers: areStrangers(room),
    isCounted: isCounted(room.id, viewer),
    mustBeCounted: mustBeCounted(room, viewer, newcomersSince),
  },
  rules(scene) {
    const rules = pairRulesOf(scene);
    return ([roomId, id = '']) => {
      const inScene = scene.rooms.find((each) => each.id === roomId) as SceneRoom;
      return {
        areStrangers: rules.areStrangersIn(inScene),
        isCounted: rules.wasCounted(id, inScene),
        mustBeCounted: rules.mustBeCounted(inScene, id),
      };
    };
  },
};

test("the database and the rules agree on who are strangers, and which of new accounts' messages to them count", async () => {
  await expectAgreement(world, [ofConversation]);
  const whereNobodyIsNew = textOf(mustBeCounted(room, viewer, sql<Date>`null::timestamptz`));
  expect(await world.sql(`select from ${ofConversation.from} where ${whereNobodyIsNew}`)).toEqual([]);
});
