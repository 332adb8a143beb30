import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { describe, expect, it } from 'vitest';
import {
  catchUpFrom,
  emptyTimeline,
  overlap,
  overlapTime,
  pageSize,
  type TimelineState,
  trimmed,
  withMissed,
  withNewest,
  withOlder,
  withOutgoing,
  withStored,
  withSynced,
} from '#features/rooms/timeline.rules.ts';
import { draft, idOf, numbered, numberedFrom } from '#test/timeline.ts';

const numbers = (state: TimelineState) => state.messages.map(({ _id }) => Number(_id));

describe('the newest page', () => {
  it('replaces what was known, except for messages after it', () => {
    const before = withStored(withStored(emptyTimeline, numbered(3), false), numbered(9), false);
    const state = withNewest(before, numberedFrom(5, 8));
    expect(numbers(state)).toEqual([5, 6, 7, 8, 9]);
    expect(state).toMatchObject({ status: 'ready', syncedTo: idOf(8), older: 'none' });
  });

  it("says there are older messages when it's full", () => {
    expect(withNewest(emptyTimeline, numberedFrom(1, pageSize)).older).toBe('some');
  });

  it('of an empty chat leaves nothing to catch up from', () => {
    expect(catchUpFrom(withNewest(emptyTimeline, []))).toBeUndefined();
  });
});

describe('older pages', () => {
  it("go before what's known, each message once", () => {
    const state = withOlder(withNewest(emptyTimeline, numberedFrom(101, 200)), numberedFrom(1, 100));
    expect(numbers(state)).toEqual(numberedFrom(1, 200).map(({ _id }) => Number(_id)));
    expect(state.older).toBe('some');
    expect(withOlder(state, []).older).toBe('none');
  });
});

describe('a message that arrives', () => {
  it("appears once, however often it's delivered", () => {
    const start = withNewest(emptyTimeline, numberedFrom(1, 2));
    const state = [3, 3, 2].reduce((known, number) => withStored(known, numbered(number), true), start);
    expect(numbers(state)).toEqual([1, 2, 3]);
  });

  it("is sorted by id, in whatever order it's delivered", () => {
    const start = withNewest(emptyTimeline, numberedFrom(1, 2));
    const state = [5, 3, 4].reduce((known, number) => withStored(known, numbered(number), true), start);
    expect(numbers(state)).toEqual([1, 2, 3, 4, 5]);
  });

  it('replaces the unsent message with the same client id', () => {
    const start = withOutgoing(withNewest(emptyTimeline, []), [draft('a'), draft('b')]);
    const state = withStored(start, numbered(1, 'a'), true);
    expect(state.outgoing.map(({ clientId }) => clientId)).toEqual(['b']);
    expect(numbers(state)).toEqual([1]);
  });
});

describe('after a lost connection', () => {
  it('catches up from the last message before the first possible gap', () => {
    const start = withNewest(emptyTimeline, numberedFrom(1, 50));
    // The answer to the person's own send arrives while messages from others are still on their way.
    const state = withStored(start, numbered(60), false);
    expect(state.syncedTo).toBe(idOf(50));
    expect(catchUpFrom(state)).toBe(idOf(50 - overlap));
  });

  it('fills the gap without duplicates', () => {
    const start = withStored(withNewest(emptyTimeline, numberedFrom(1, 50)), numbered(60), false);
    const caught = withSynced(withMissed(start, numberedFrom(41, 61)));
    expect(numbers(caught)).toEqual(numberedFrom(1, 61).map(({ _id }) => Number(_id)));
    expect(caught.syncedTo).toBe(idOf(61));
  });

  it('moves the catch-up position forward with live messages, never back', () => {
    const start = withNewest(emptyTimeline, numberedFrom(1, 5));
    expect(withStored(start, numbered(6), true).syncedTo).toBe(idOf(6));
    expect(withStored(start, numbered(2), true).syncedTo).toBe(idOf(5));
  });

  it('starts before every message that may have been in transit in a busy chat', () => {
    const crowd = numberedFrom(1, 80).map((each, index) => ({
      ...each,
      createdAt: new Date(Date.UTC(2026, 10, 20, 12) + index * 1_000).toISOString(),
    }));
    expect(catchUpFrom(withNewest(emptyTimeline, crowd))).toBe(idOf(80 - overlapTime / 1_000));
  });

  it('starts at the first message of a short history', () => {
    expect(catchUpFrom(withNewest(emptyTimeline, numberedFrom(1, 3)))).toBe(idOf(1));
  });

  it("matches the server's history after any order of events", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 300; round += 1) {
      const server: Message[] = numberedFrom(1, 1 + random(150));
      let state = withNewest(emptyTimeline, server.slice(-pageSize));
      let live = true;
      for (let step = 0; step < 40; step += 1) {
        const action = random(6);
        if (action <= 2) {
          const stored = numbered(server.length + 1);
          server.push(stored);
          if (live) state = withStored(state, stored, true);
        } else if (action === 3) live = false;
        else if (action === 4) {
          const own = numbered(server.length + 1);
          server.push(own);
          state = withStored(state, own, false);
          if (live) state = withStored(state, own, true);
        } else if (!live) {
          for (;;) {
            const after = catchUpFrom(state) ?? '';
            const page = server.filter(({ _id }) => _id > after).slice(0, pageSize);
            state = withMissed(state, page);
            if (page.length < pageSize) break;
          }
          state = withSynced(state);
          live = true;
        }
      }
      const after = catchUpFrom(state) ?? '';
      state = withMissed(
        state,
        server.filter(({ _id }) => _id > after),
      );
      const first = state.messages[0]?._id ?? '';
      expect(state.messages).toEqual(server.filter(({ _id }) => _id >= first));
    }
  });
});

describe("a chat that's no longer open", () => {
  it('keeps its most recent messages', () => {
    const state = trimmed(withNewest(emptyTimeline, numberedFrom(1, 300)));
    expect(state.messages).toHaveLength(200);
    expect(numbers(state).at(-1)).toBe(300);
    expect(state.older).toBe('some');
  });
});
