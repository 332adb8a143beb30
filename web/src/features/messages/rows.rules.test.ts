import type { Message } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { describe, expect, it } from 'vitest';
import { countAfter, firstUnread, isFewEmojis, rowsOf } from '#features/messages/rows.rules.ts';
import { emptyTimeline, type TimelineState } from '#features/messages/timeline.rules.ts';

function message(id: string, sender: string, at: string): Message {
  return {
    _id: id,
    conversation: 'room',
    sender: { _id: sender, username: sender, name: null, profile_path: '/p.png' },
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

  it('puts messages of one sender together that are at most five minutes apart', () => {
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
    const together = rows.flatMap((row) => (row.kind === 'message' ? [[row.first, row.last]] : []));
    expect(together).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ]);
  });

  it('has what is on its way at its end, under the name that it keeps when it is stored', () => {
    const draft = {
      clientId: 'c1',
      text: 'later',
      image: null,
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
    const rows = rowsOf(state(messages), 'me', firstUnread(messages, 2, 'me'));
    expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'new', 'message', 'message']);
  });
});

describe('unread messages', () => {
  const messages = [
    message('1', 'ada', local(20, 9)),
    message('2', 'me', local(20, 9)),
    message('3', 'ada', local(20, 9)),
    message('4', 'ada', local(20, 9)),
  ];

  it('are those of others', () => {
    expect(firstUnread(messages, 2, 'me')).toBe('3');
    expect(firstUnread(messages, 3, 'me')).toBe('1');
    expect(firstUnread(messages, 0, 'me')).toBeNull();
    expect(countAfter(messages, '1', 'me')).toBe(2);
  });
});

describe('large emojis', () => {
  it('are one to three of them and nothing else', () => {
    expect(isFewEmojis('\u{1F44D}')).toBe(true);
    expect(isFewEmojis('\u{1F469}\u200D\u{1F680} \u{1F1E9}\u{1F1EA}')).toBe(true);
    expect(isFewEmojis('\u{1F44D}\u{1F44D}\u{1F44D}\u{1F44D}')).toBe(false);
    expect(isFewEmojis('ok \u{1F44D}')).toBe(false);
    expect(isFewEmojis('12')).toBe(false);
    expect(isFewEmojis('')).toBe(false);
  });
});
