import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { ChangeOfMessage } from '@hubbub/contract/features/rooms/rooms.events.ts';
import { describe, expect, it } from 'vitest';
import { pageSize } from '#features/rooms/timeline.rules.ts';
import { initialFlow } from '#features/rooms/timeline-flow.rules.ts';
import type { TimelineEvent, TimelineFlow } from '#features/rooms/timeline-tasks.rules.ts';
import type { Changed } from '#features/rooms/versions.rules.ts';
import { idOf, numbered, numberedFrom } from '#test/timeline.ts';
import { apply, at, loaded, loadOf, ready, shown } from '#test/timeline-play.ts';

const edited = (number: number, revision: number, message = `edited ${number}`): Message => ({
  ...numbered(number),
  message,
  revision: idOf(revision),
  edited_at: at,
});
const changed = (message: Message, change: ChangeOfMessage = { kind: 'edited' }, own = false): TimelineEvent => ({
  type: 'changed',
  changed: { message, change, own } satisfies Changed,
});
describe('a change', () => {
  const flow = ready(numberedFrom(1, 3));

  it("replaces the message, unless it's no newer than what's known", () => {
    const once = apply(flow, changed(edited(2, 1_010)));
    expect(shown(once, 2)?.message).toBe('edited 2');
    expect(apply(once, changed(edited(2, 1_005, 'older'))).view).toEqual(once.view);
    expect(shown(apply(once, changed(edited(2, 1_020, 'newer'))), 2)?.message).toBe('newer');
  });

  it('that comes before its message waits for it', () => {
    const early = apply(flow, changed(edited(4, 1_010)), { type: 'received', message: numbered(4) });
    expect(shown(early, 4)?.message).toBe('edited 4');
    expect(early.view.early).toEqual([]);
  });

  it('that overtook a page of messages wins over it', () => {
    const waiting = apply(apply(initialFlow(), { type: 'opened' }), changed(edited(2, 1_010)));
    expect(shown(loaded(waiting, 'newest', numberedFrom(1, 3)), 2)?.message).toBe('edited 2');
    const reloading = apply(flow, { type: 'reloadWanted' }, changed(edited(2, 1_010)));
    expect(shown(loaded(reloading, 'newest', numberedFrom(1, 3)), 2)?.message).toBe('edited 2');
  });

  it("says which reactions are the person's own, unless a page has said so since", () => {
    const reacted = (revision: number): Message => ({
      ...numbered(2),
      reactions: [{ emoji: '👍', count: 2 }],
      revision: idOf(revision),
    });
    const mark = (revision: number, added: boolean) =>
      changed(reacted(revision), { kind: 'reaction', emoji: '👍', added }, true);
    const isMine = (of: TimelineFlow) => shown(of, 2)?.reactions?.[0]?.mine;
    // Somebody else's reaction comes first, and says nothing about the person's own.
    const overtaken = apply(flow, changed(reacted(1_020), { kind: 'reaction', emoji: '👍', added: true }));
    expect(isMine(apply(overtaken, mark(1_010, true)))).toBe(true);
    expect(isMine(apply(overtaken, mark(1_015, false), mark(1_010, true)))).toBe(false);
    const page = [{ ...reacted(1_020), reactions: [{ emoji: '👍', count: 2, mine: false }] }];
    expect(isMine(apply(ready(page), mark(1_010, true)))).toBe(false);
  });

  it('shows in the replies to the message', () => {
    const reply: Message = {
      ...numbered(4),
      reply_to: { _id: idOf(2), sender: numbered(2).sender, message: 'text 2' },
    };
    const replied = apply(flow, { type: 'received', message: reply }, changed(edited(2, 1_010, 'x'.repeat(200))));
    expect(shown(replied, 4)?.reply_to?.message).toBe('x'.repeat(140));
    const gone: Message = { ...numbered(2), revision: idOf(1_020), deleted: true, message: '' };
    expect(shown(apply(replied, changed(gone, { kind: 'deleted' })), 4)?.reply_to).toMatchObject({
      message: '',
      deleted: true,
    });
  });

  it('keeps what a sender may see of a message that moderators have removed, whatever order the events arrive in', () => {
    const removed = { text: 'Spam.', rule: null, rule_text: null, decision_id: '7' };
    const forOthers: Message = { ...numbered(2), revision: idOf(1_010), deleted: true, message: '' };
    const forSender: Message = { ...numbered(2), revision: idOf(1_010), removed };
    const events = [changed(forOthers, { kind: 'removed' }), changed(forSender, { kind: 'removed' })];
    for (const order of [events, events.toReversed()]) {
      expect(shown(apply(flow, ...order), 2)).toMatchObject({ message: 'text 2', removed });
    }
  });

  it("doesn't say which reactions are the person's own: those stay, and their own changes count", () => {
    const mine: Message = { ...numbered(2), reactions: [{ emoji: '👍', count: 1, mine: true }] };
    const reacted = (revision: number, count: number): Message => ({
      ...numbered(2),
      revision: idOf(revision),
      reactions: [{ emoji: '👍', count }],
    });
    const others = apply(
      ready([mine]),
      changed(reacted(1_010, 2), { kind: 'reaction', username: 'bob', emoji: '👍', added: true }),
    );
    expect(shown(others, 2)?.reactions).toEqual([{ emoji: '👍', count: 2, mine: true }]);
    const back: ChangeOfMessage = { kind: 'reaction', username: 'me', emoji: '👍', added: false };
    expect(shown(apply(others, changed(reacted(1_020, 1), back, true)), 2)?.reactions).toEqual([
      { emoji: '👍', count: 1, mine: false },
    ]);
  });
});

describe('after a lost connection', () => {
  it('what changed since is loaded, page by page', () => {
    const lost = apply(ready(numberedFrom(1, 3)), { type: 'joined' }, { type: 'lost' }, { type: 'joined' });
    const asking = loaded(loaded(lost, 'missed', []), 'missed', [], idOf(1_500));
    expect(loadOf(asking, 'changes')).toEqual({ kind: 'load', of: 'changes', pages: 0, since: idOf(1_000) });
    const full = [edited(2, 1_400), ...numberedFrom(5_001, 5_000 + pageSize - 1)];
    const second = loaded(asking, 'changes', full, idOf(1_450));
    expect(shown(second, 2)?.message).toBe('edited 2');
    // What's far up isn't needed.
    expect(second.view.messages).toHaveLength(3);
    expect(loadOf(second, 'changes')).toMatchObject({ pages: 1, since: idOf(1_450) });
    const done = loaded(second, 'changes', [], idOf(1_500));
    expect(done).toMatchObject({ changedTo: idOf(1_500), tasks: [] });
  });

  it("nothing is loaded if the server says that nothing changed, or doesn't say", () => {
    for (const revision of [idOf(1_000), undefined]) {
      const joined = apply(ready(numberedFrom(1, 3)), { type: 'joined' });
      expect(loaded(joined, 'missed', [], revision).tasks).toEqual([]);
    }
  });
});
