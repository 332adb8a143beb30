import { expect, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import { pairRulesOf } from '../../../test/room-rules.ts';
import { expectAgreement, newcomersSince, type Question, type SceneRoom } from '../../../test/room-scene.ts';
import { areStrangers, isCounted, mustBeCounted } from './strangers.access.ts';

const world = await testWorld();

const ofConversation: Question = {
  from: 'rooms room join users viewer on viewer.id = any(room.pair)',
  about: ['room.id', 'viewer.id'],
  conditions: {
    areStrangers: areStrangers('room'),
    isCounted: isCounted('room.id', 'viewer.id'),
    mustBeCounted: mustBeCounted('room', 'viewer.id', newcomersSince),
  },
  rules(scene) {
    const rules = pairRulesOf(scene);
    return ([roomId, id = '']) => {
      const room = scene.rooms.find((each) => each.id === roomId) as SceneRoom;
      return {
        areStrangers: rules.areStrangersIn(room),
        isCounted: rules.wasCounted(id, room),
        mustBeCounted: rules.mustBeCounted(room, id),
      };
    };
  },
};

test('the database and the rules agree on who are strangers, and which messages to them new accounts are counted for', async () => {
  await expectAgreement(world, [ofConversation]);
  const whereNobodyIsNew = mustBeCounted('room', 'viewer.id', 'null::timestamptz');
  expect(await world.sql(`select from ${ofConversation.from} where ${whereNobodyIsNew}`)).toEqual([]);
});
