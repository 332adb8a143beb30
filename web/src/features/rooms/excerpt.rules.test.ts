import { describe, expect, it } from 'vitest';
import { shownPart } from '#features/rooms/excerpt.rules.ts';
import type { AroundTask, Failure, TimelineFlow } from '#features/rooms/timeline-tasks.rules.ts';
import { idOf, numbered, numberedFrom } from '#test/timeline.ts';
import { apply, failure, loaded, ready } from '#test/timeline-play.ts';

const missing: Failure = { ...failure, kind: 'notFound' };
const aroundOf = ({ tasks }: TimelineFlow) => tasks.find((task) => task.kind === 'around') as AroundTask;

describe('a jump', () => {
  const flow = ready(numberedFrom(901, 1_000));
  const around = (first: number, last: number, has_later = true) => ({
    messages: numberedFrom(first, last),
    has_earlier: true,
    revision: idOf(1_000),
    has_later,
  });
  const jumped = (to: number, page: ReturnType<typeof around>) => {
    const asking = apply(flow, { type: 'jumpWanted', id: idOf(to) });
    return apply(asking, { type: 'aroundLoaded', task: aroundOf(asking), around: page });
  };
  const ids = (state: TimelineFlow) => shownPart(state.view).messages.map(({ _id }) => _id);
  const idsFrom = (first: number, last: number) => numberedFrom(first, last).map(({ _id }) => _id);

  it("to a message that's shown loads nothing", () => {
    const next = apply(flow, { type: 'jumpWanted', id: idOf(950) });
    expect(next).toMatchObject({ tasks: [], view: { part: 0, jump: { id: idOf(950), status: 'found', count: 1 } } });
  });

  it('far up shows what is around it, goes on in both directions, and ends at the newest messages', () => {
    let next = jumped(500, around(476, 525));
    expect(ids(next)).toEqual(idsFrom(476, 525));
    expect(next.view).toMatchObject({ part: 1, jump: { status: 'found' } });
    // The newest messages go on meanwhile.
    next = apply(next, { type: 'received', message: numbered(1_001) });
    next = loaded(apply(next, { type: 'olderWanted' }, { type: 'olderWanted' }), 'older', numberedFrom(376, 475));
    for (const first of [526, 626, 726]) {
      next = loaded(apply(next, { type: 'newerWanted' }), 'newer', numberedFrom(first, first + 99));
      expect(next.view.excerpt).not.toBeNull();
    }
    next = loaded(apply(next, { type: 'newerWanted' }), 'newer', numberedFrom(826, 925));
    expect(next.view.excerpt).toBeNull();
    expect(ids(next)).toEqual(idsFrom(376, 1_001));
    expect(next.view.part).toBe(1);
  });

  it('just above what is shown joins with it', () => {
    const next = jumped(880, around(855, 905));
    expect(next.view.excerpt).toBeNull();
    expect(ids(next)).toEqual(idsFrom(855, 1_000));
  });

  it("says when the message is gone, or couldn't be loaded, and leaves what is shown", () => {
    const asking = apply(flow, { type: 'jumpWanted', id: idOf(500) });
    const task = aroundOf(asking);
    for (const [reason, status] of [
      [missing, 'missing'],
      [failure, 'failed'],
    ] as const) {
      const next = apply(asking, { type: 'aroundFailed', task, failure: reason });
      expect(next.view.jump?.status).toBe(status);
      expect(ids(next)).toEqual(ids(flow));
    }
  });

  it('is over with the way back', () => {
    const far = jumped(500, around(476, 525));
    const back = apply(far, { type: 'newestWanted' });
    expect(ids(back)).toEqual(ids(flow));
    expect(back.view.part).toBe(2);
    expect(apply(far, { type: 'closed' }).view).toMatchObject({ excerpt: null, jump: null });
  });
});
