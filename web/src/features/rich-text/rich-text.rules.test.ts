import { linkExamples } from '@hubbub/contract/platform/text-examples.ts';
import { describe, expect, test } from 'vitest';
import { foldedParts, isLong, mayHaveLink, mentionedParts } from '#features/rich-text/rich-text.rules.ts';
import { linkParts } from '#features/rich-text/rich-text-links.ts';

const parts = (text: string) => linkParts([{ text }]);
const shown = (text: string) =>
  foldedParts(parts(text))
    .map((part) => part.text)
    .join('');

describe('links in a text', () => {
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

  test.each(linkExamples)('are drawn as they are found: $text', ({ text, links }) => {
    expect(parts(text).flatMap(({ href }) => href ?? [])).toEqual(links.map((href) => new URL(href).href));
    if (links.length > 0) expect(mayHaveLink(text)).toBe(true);
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

describe('mentions in a text', () => {
  const ana = { start: 6, end: 10, username: 'ana_new', name: 'Ana' };

  test('show the current username, wherever they are in the text', () => {
    expect(mentionedParts('👋🏽 Hi @ana!', [ana])).toEqual([
      { text: '👋🏽 Hi ' },
      { text: '@ana_new', username: 'ana_new' },
      { text: '!' },
    ]);
  });

  test('that are broken stay text, and nothing of it is lost', () => {
    for (const broken of [
      { ...ana, end: 99 },
      { ...ana, start: 10, end: 10 },
      { ...ana, start: 0, end: 2 },
    ])
      expect(
        mentionedParts('Hi @ana', [{ start: 3, end: 7, username: 'ana', name: 'Ana' }, broken]).map(({ text }) => text),
      ).toEqual(['Hi ', '@ana']);
  });

  test('are kept whole or left out of a folded text', () => {
    const text = `${'word '.repeat(55)}@${'a'.repeat(30)} ${'end '.repeat(50)}`;
    const mention = { start: 275, end: 306, username: 'a'.repeat(30), name: 'A' };
    expect(foldedParts(mentionedParts(text, [mention])).some(({ username }) => username !== undefined)).toBe(false);
    expect(foldedParts(mentionedParts(`@ana ${text}`, [{ ...ana, start: 0, end: 4 }]))[0]?.username).toBe('ana_new');
  });
});
