import { describe, expect, it } from 'vitest';
import { formatCursor, isOpening, mayTalkTo, parseCursor } from './conversations.rules.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('a position in the list', () => {
  it('reads back as it was written', () => {
    const place = { position: 1_700_000_000_123, id };
    expect(parseCursor(formatCursor(place))).toEqual(place);
  });

  it('is undefined if no page can have returned it', () => {
    for (const text of [
      '',
      'x',
      id,
      `.${id}`,
      `1.${id}x`,
      `-1.${id}`,
      `1.${'0'.repeat(36)}`,
      `${'9'.repeat(18)}.${id}`,
    ]) {
      expect(parseCursor(text), text).toBeUndefined();
    }
  });
});

describe('a conversation', () => {
  it('needs another person', () => {
    expect(mayTalkTo({ userId: 'ada' }, { userId: 'bob' })).toBe(true);
    expect(mayTalkTo({ userId: 'ada' }, { userId: 'ada' })).toBe(false);
  });

  it('is marked as read by opening its newest page, not by scrolling back or catching up', () => {
    expect(isOpening({})).toBe(true);
    expect(isOpening({ before: '0000000000000007' })).toBe(false);
    expect(isOpening({ after: '0000000000000007' })).toBe(false);
  });
});
