import { emoji } from '@hubbub/contract/features/reactions/reactions.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { describe, expect, it } from 'vitest';
import { fits, mostKinds } from './reactions.rules.ts';

describe('reactions', () => {
  it('are single emoji, fully qualified', () => {
    for (const one of ['👍', '❤️', '👩‍👩‍👧', '🏳️‍🌈', '🇩🇪', '👋🏽', '1️⃣'])
      expect(emoji.safeParse(one).success, one).toBe(true);
    for (const other of ['', 'a', '❤', '👍👍', '👍 ', '1', 'ok', '\0', '🇩', '👍\u200d']) {
      expect(emoji.safeParse(other).success, other).toBe(false);
    }
  });

  it('are of 20 kinds at most, each from any number of people', () => {
    expect(mostKinds).toBe(limits.reaction.kinds);
    const kinds = Array.from({ length: mostKinds }, (_, n) => `kind ${n}`);
    expect(fits([], '👍')).toBe(true);
    expect(fits(kinds.slice(1), '👍')).toBe(true);
    expect(fits(kinds, '👍')).toBe(false);
    expect(fits(kinds, 'kind 7')).toBe(true);
  });
});
