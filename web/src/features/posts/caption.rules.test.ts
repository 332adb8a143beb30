import { tokenize } from 'linkifyjs';
import { describe, expect, test } from 'vitest';
import { captionParts, foldedParts, isLong, mayHaveLink } from '#features/posts/caption.rules.ts';

const parts = (text: string) => captionParts(tokenize(text));
const shown = (text: string) =>
  foldedParts(parts(text))
    .map((part) => part.text)
    .join('');

describe('links in a caption', () => {
  test('are found with and without a scheme', () => {
    expect(
      parts('see https://a.example/x?y=1 and b.com, or me@c.org').filter((part) => part.href !== undefined),
    ).toEqual([
      { text: 'https://a.example/x?y=1', href: 'https://a.example/x?y=1' },
      { text: 'b.com', href: 'https://b.com/' },
      { text: 'me@c.org', href: 'mailto:me@c.org' },
    ]);
  });

  test('are looked for in every text that contains one', () => {
    for (const text of ['https://a.example', 'go to b.com', 'me@c.org', 'mailto:me@c.org', 'localhost:3000'])
      expect(mayHaveLink(text), text).toBe(true);
    for (const text of ['', 'A sentence. And one more: done.', '@ home . . .', 'five - six'])
      expect(mayHaveLink(text), text).toBe(false);
  });

  test('never run a script', () => {
    for (const text of ['javascript:alert(1)', 'data:text/html,<b>', 'ftp://files.example/a', 'vbscript:x']) {
      expect(parts(text).some((part) => part.href !== undefined && !/^(https?|mailto):/.test(part.href))).toBe(false);
    }
  });

  test('keep every letter of the text', () => {
    const text = 'Line one\n\n  two <b>x</b> www.d.com/é end';
    expect(
      parts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});

describe('a long caption', () => {
  const sentence = 'The market opens when the lamps go on. ';

  test('has many letters or many lines', () => {
    expect(isLong(sentence.repeat(4))).toBe(false);
    expect(isLong(sentence.repeat(12))).toBe(true);
    expect(isLong('a\n'.repeat(12))).toBe(true);
  });

  test('is cut between words', () => {
    const text = shown(sentence.repeat(12));
    expect(text.length).toBeLessThanOrEqual(280);
    expect(text.length).toBeGreaterThan(200);
    expect(sentence.repeat(12).startsWith(text)).toBe(true);
    expect(sentence.repeat(12)[text.length]).toBe(' ');
  });

  test('shows six lines', () => {
    expect(shown('line\n'.repeat(20))).toBe(Array.from({ length: 6 }, () => 'line').join('\n'));
  });

  test('keeps a link whole or leaves it out', () => {
    const text = `${sentence.repeat(7)}https://a.example/a/very/long/address/of/a/page ${sentence.repeat(5)}`;
    const kept = foldedParts(parts(text));
    expect(kept.every((part) => part.href === undefined)).toBe(true);
  });

  test('without spaces is cut at the limit', () => {
    expect(shown('x'.repeat(900))).toHaveLength(280);
  });
});
