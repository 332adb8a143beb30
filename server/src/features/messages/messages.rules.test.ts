import { describe, expect, it } from 'vitest';
import { imageOf, messageIdOf, messageNumber } from './messages.rules.ts';

describe("a message's id", () => {
  it('Is its number, zero-padded, so that ids sort by creation as text', () => {
    expect(messageIdOf(42)).toBe('0000000000000042');
    expect([1, 9, 10, 99_999, 1_000_000].map(messageIdOf)).toEqual(
      [1, 9, 10, 99_999, 1_000_000].map(messageIdOf).sort(),
    );
    expect(messageNumber(messageIdOf(123_456))).toBe(123_456);
  });

  it.each(['', '42', 'x'.repeat(16), '-000000000000001', '00000000000000001', '000000000000000 '])(
    "Can't be anything else: %j",
    (id) => {
      expect(messageNumber(id)).toBeUndefined();
    },
  );
});

describe('what a message says about its picture', () => {
  it("Is its size and placeholder; nothing if the size isn't known", () => {
    expect(imageOf({ width: 4, height: 3, placeholder: null })).toEqual({ width: 4, height: 3, placeholder: null });
    expect(imageOf({ width: null, height: 3, placeholder: null })).toBeNull();
  });
});
