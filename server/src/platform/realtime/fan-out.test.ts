import { expect, test } from 'vitest';
import type { SendNotice } from '#platform/cluster/bus.ts';
import { JsonText } from '#platform/database/json.ts';
import { createFanOut, receiversOf } from './fan-out.ts';

test("a notice goes to its rooms; a direct one goes to those people's sockets that get direct messages, and to its room", () => {
  expect(receiversOf(['send', ['person:ada', 'person:bob'], 'e', '1'])).toEqual(['person:ada', 'person:bob']);
  expect(receiversOf(['send', ['person:ada', 'person:bob'], 'e', '1', { direct: 'conversation:c' }])).toEqual([
    'direct:ada',
    'direct:bob',
    'conversation:c',
  ]);
});

/** A process with someone in a single room. */
function processWith(room: string, others: boolean, hiders: readonly string[] = []) {
  const sent: unknown[] = [];
  const published: SendNotice[] = [];
  const waiting: SendNotice[] = [];
  const fanOut = createFanOut({
    membership: { isAnyIn: (rooms) => rooms.includes(room) },
    delivery: { send: (...given) => void sent.push(given), flush: () => undefined },
    hiding: { hidersOf: (authorId) => (authorId === 'bob' ? hiders : []) },
    publish: others ? (notice) => void published.push(notice) : undefined,
    order: () => ({
      accept: (notice) => void waiting.push(notice),
      begin: () => Promise.resolve(),
      close: () => undefined,
    }),
  });
  return { fanOut, sent, published, waiting };
}

test('a notice that no one here needs is still published if there are other processes, and otherwise costs nothing', () => {
  const alone = processWith('here', false);
  alone.fanOut.send(['elsewhere'], 'e', {
    toJSON() {
      throw new Error('encoded for nobody');
    },
  });
  expect(alone.sent).toEqual([]);
  const one = processWith('here', true);
  one.fanOut.send(['elsewhere'], 'e', { a: 1 });
  expect([one.sent, one.published]).toEqual([[], [['send', ['elsewhere'], 'e', '{"a":1}']]]);
});

test('a payload that is already JSON is sent unchanged, and a notice with a position waits its turn', () => {
  const { fanOut, sent, published, waiting } = processWith('here', true);
  fanOut.send(['here'], 'e', new JsonText('{"b": 2}'));
  expect(sent).toEqual([[['here'], 'e', '{"b": 2}']]);
  const order = { room: 'r', id: 2, previous: 1 };
  fanOut.send(['here'], 'e', 3, { order });
  expect(sent).toHaveLength(1);
  expect(waiting).toEqual([['send', ['here'], 'e', '3', { order }]]);
  expect(published).toHaveLength(2);
});

test("an author's message reaches people who hide them as a second payload, marked as hidden, and everyone else as it is", () => {
  const { fanOut, sent } = processWith('here', false, ['ada', 'cyd']);
  fanOut.sendLocally(['send', ['here'], 'e', '{"a":1}', { by: 'dan' }]);
  expect(sent).toEqual([[['here'], 'e', '{"a":1}']]);
  fanOut.sendLocally(['send', ['here'], 'e', '{"a":1}', { by: 'bob' }]);
  const people = ['person:ada', 'person:cyd'];
  expect(sent.slice(1)).toEqual([
    [['here'], 'e', '{"a":1}', { except: people }],
    [['here'], 'e', '{"a":1,"hidden":true}', { only: people }],
  ]);
});

test("a message that quotes an author reaches people who hide that author as another payload, and excluded people don't get it", () => {
  const { fanOut, sent } = processWith('here', false, ['ada', 'cyd']);
  const quotes = { by: 'bob', json: '{"a":2}' };
  fanOut.sendLocally(['send', ['here'], 'e', '{"a":1}', { by: 'dan', quotes }]);
  expect(sent).toEqual([
    [['here'], 'e', '{"a":1}', { except: ['person:ada', 'person:cyd'] }],
    [['here'], 'e', '{"a":2}', { only: ['person:ada', 'person:cyd'] }],
  ]);
  fanOut.sendLocally(['send', ['here'], 'e', '{"a":1}', { by: 'bob', quotes, except: ['cyd'] }]);
  expect(sent.slice(2)).toEqual([
    [['here'], 'e', '{"a":1}', { except: expect.arrayContaining(['person:ada', 'person:cyd']) }],
    [['here'], 'e', '{"a":2,"hidden":true}', { only: ['person:ada'] }],
  ]);
});
