import { test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import { pairRulesOf } from '../../../test/room-rules.ts';
import { expectAgreement, type Question } from '../../../test/room-scene.ts';
import { isClosedTo, isRequestTo } from './requests.access.ts';

const world = await testWorld();

const ofPair: Question = {
  from: 'users viewer join users writer on writer.name = viewer.name and writer.id <> viewer.id',
  about: ['viewer.id', 'writer.id'],
  conditions: { isRequest: isRequestTo('viewer.id', 'writer.id'), isClosed: isClosedTo('viewer.id') },
  rules(scene) {
    const { receptionBy } = pairRulesOf(scene);
    return ([id = '', writer = '']) => {
      const reception = receptionBy(id, writer);
      return { isRequest: reception === 'request', isClosed: reception === 'closed' };
    };
  },
};

test('the database and the rule agree on what becomes of a first message to somebody', async () => {
  await expectAgreement(world, [ofPair]);
});
