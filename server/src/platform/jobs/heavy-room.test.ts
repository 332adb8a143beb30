import type { Worker } from 'graphile-worker';
import { expect, test } from 'vitest';
import { createHeavyRoom } from './heavy-room.ts';

/** The parts of a worker that the heavy room uses. */
function workerThat(nudge: () => boolean): Worker {
  const worker = { nudge, workerPool: { nudge: () => void nudge() } };
  return worker as unknown as Worker;
}

/** Two workers ask at the same time, and there's room for one: the second is refused because the first may get a heavy job. */
function askAtOnce(nudge: () => boolean) {
  const room = createHeavyRoom(() => 1);
  const [first, second] = [workerThat(nudge), workerThat(nudge)];
  const forbidden = [first, second].map((worker) => {
    const flags = room.forbiddenFlags();
    room.hold(worker);
    return flags;
  });
  return { room, first, second, forbidden };
}

test('refuses a worker that asks while another may get a heavy job', () => {
  expect(askAtOnce(() => true).forbidden).toEqual([[], ['pictures', 'videos', 'pushes']]);
});

test('a worker that found nothing looks again if another one was refused a job it could have had', () => {
  let nudges = 0;
  const { room, first } = askAtOnce(() => (nudges += 1) > 0);
  room.events.emit('worker:getJob:empty', { worker: first } as never);
  expect(nudges).toBe(1);
});

test('leaves workers that are stopping alone', async () => {
  const { room, first } = askAtOnce(() => {
    throw new Error('nudge called after worker terminated');
  });
  expect(() => room.events.emit('worker:getJob:empty', { worker: first } as never)).not.toThrow();
  const { room: other, first: taker } = askAtOnce(() => {
    throw new Error('nudge called after worker terminated');
  });
  other.events.emit('job:start', { worker: taker } as never);
  await new Promise(setImmediate);
});
