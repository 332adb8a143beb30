import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { describe, expect, it } from 'vitest';
import { countAfter, estimateRow, isEmojiOnly, isRightToLeft, rowsOf } from '#features/rooms/rows.rules.ts';
import { emptyTimeline, type TimelineState } from '#features/rooms/timeline.rules.ts';

function message(id: string, sender: string, at: string): Message {
  return {
    _id: id,
    conversation: 'room',
    sender: { _id: sender, username: sender, name: sender, profile_path: '/p.png' },
    message: id,
    imageUrl: null,
    image: null,
    createdAt: at,
  };
}

const state = (messages: Message[], outgoing: TimelineState['outgoing'] = []): TimelineState => ({
  ...emptyTimeline,
  messages,
  outgoing,
});
const local = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString();

describe('a timeline', () => {
  it('has a divider where the day changes', () => {
    const rows = rowsOf(
      state([
        message('1', 'ada', local(19, 23, 59)),
        message('2', 'ada', local(20, 0, 1)),
        message('3', 'ada', local(20, 9)),
      ]),
      'me',
      null,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'day', 'message', 'message']);
  });

  it('has none before the first loaded message while older ones may be from the same day', () => {
    const known = {
      ...state([message('1', 'ada', local(19, 9)), message('2', 'ada', local(20, 9))]),
      older: 'some' as const,
    };
    expect(rowsOf(known, 'me', null).map(({ kind }) => kind)).toEqual(['message', 'day', 'message']);
  });

  it('groups messages from one sender that are at most five minutes apart', () => {
    const rows = rowsOf(
      state([
        message('1', 'ada', local(20, 9, 0)),
        message('2', 'ada', local(20, 9, 5)),
        message('3', 'ada', local(20, 9, 11)),
        message('4', 'me', local(20, 9, 12)),
      ]),
      'me',
      null,
    );
    const groupGap = rows.flatMap((row) => (row.kind === 'message' ? [[row.first, row.last]] : []));
    expect(groupGap).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ]);
  });

  it("puts unsent messages at the end, with a key that stays the same once they're stored", () => {
    const draft = {
      clientId: 'c1',
      text: 'later',
      files: [],
      createdAt: local(20, 8),
      status: 'waiting' as const,
      error: null,
      percent: null,
    };
    const before = rowsOf(state([message('1', 'ada', local(20, 9))], [draft]), 'me', null);
    const after = rowsOf(
      state([message('1', 'ada', local(20, 9)), { ...message('2', 'me', local(20, 9)), client_id: 'c1' }]),
      'me',
      null,
    );
    expect(before.at(-1)).toMatchObject({ kind: 'message', key: 'c1', own: true });
    expect(after.at(-1)).toMatchObject({ kind: 'message', key: 'c1', own: true });
  });

  it('marks where the new messages begin', () => {
    const messages = [
      message('1', 'ada', local(20, 9)),
      message('2', 'ada', local(20, 10)),
      message('3', 'ada', local(20, 11)),
    ];
    const rows = rowsOf(state(messages), 'me', { after: '1', upTo: '3' });
    expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'new', 'message', 'message']);
  });

  it("doesn't mark the person's own messages, or any that were seen as they arrived", () => {
    const messages = [
      message('1', 'ada', local(20, 9)),
      message('2', 'me', local(20, 10)),
      message('3', 'ada', local(20, 11)),
    ];
    const kinds = (after: string, upTo: string) =>
      rowsOf(state(messages), 'me', { after, upTo }).map(({ kind }) => kind);
    expect(kinds('1', '3')).toEqual(['day', 'message', 'message', 'new', 'message']);
    expect(kinds('1', '2')).not.toContain('new');
    expect(kinds('3', '3')).not.toContain('new');
  });
});

describe('unread messages', () => {
  const messages = [
    message('1', 'ada', local(20, 9)),
    message('2', 'me', local(20, 9)),
    message('3', 'ada', local(20, 9)),
    message('4', 'ada', local(20, 9)),
  ];

  it('counts only messages from others', () => {
    expect(countAfter(messages, '1', 'me')).toBe(2);
  });
});

describe('large emojis', () => {
  it('requires one to three emojis and nothing else', () => {
    expect(isEmojiOnly('\u{1F44D}')).toBe(true);
    expect(isEmojiOnly('\u{1F469}\u200D\u{1F680} \u{1F1E9}\u{1F1EA}')).toBe(true);
    expect(isEmojiOnly('\u{1F44D}\u{1F44D}\u{1F44D}\u{1F44D}')).toBe(false);
    expect(isEmojiOnly('ok \u{1F44D}')).toBe(false);
    expect(isEmojiOnly('12')).toBe(false);
    expect(isEmojiOnly('')).toBe(false);
  });
});

describe('text direction', () => {
  it('follows the first letter', () => {
    expect(isRightToLeft('\u05E9\u05DC\u05D5\u05DD Ada')).toBe(true);
    expect(isRightToLeft('12 \u0645\u0631\u062D\u0628\u0627')).toBe(true);
    expect(isRightToLeft('Ada \u05E9\u05DC\u05D5\u05DD')).toBe(false);
    expect(isRightToLeft('123')).toBe(false);
  });
});

describe('a picture in a timeline', () => {
  it("counts toward its row's estimated height", () => {
    const [day, plain] = rowsOf(state([message('1', 'ada', local(20, 9))]), 'me', null);
    const withPicture = { ...message('1', 'ada', local(20, 9)), imageUrl: '/i.webp', image: null };
    const pictured = rowsOf(state([withPicture]), 'me', null)[1];
    expect(estimateRow(day!, 600)).toBeGreaterThan(0);
    expect(estimateRow(pictured!, 600) - estimateRow(plain!, 600)).toBe(218);
  });
});
