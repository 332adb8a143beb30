import { test } from 'vitest';
import { row } from '#platform/database/expressions.ts';
import { testWorld } from '../../../test/harness.ts';
import { pairRulesOf } from '../../../test/room-rules.ts';
import { expectAgreement, type Question } from '../../../test/room-scene.ts';
import { isClosedTo, isRequestTo } from './requests.access.ts';

const world = await testWorld();

const viewer = row('users', 'viewer').id;

const ofPair: Question = {
  from: 'users viewer join users writer on writer.name = viewer.name and writer.id <> viewer.id',
  about: ['viewer.id', 'writer.id'],
  conditions: { isRequest: isRequestTo(viewer, row('users', 'writer').id), isClosed: isClosedTo(viewer) },
  rules(scene) {
    const { receptionBy } = pairRulesOf(scene);
    return ([id = '', writer = '']) => {
      const reception = receptionBy(id, writer);
      return { isRequest: reception === 'request', isClosed: reception === 'closed' };
    };
  },
};

test('the database and the rule agree on whether a first message arrives, waits or is refused', async () => {
  await expectAgreement(world, [ofPair]);
});
