import { describe, expect, test } from 'vitest';
import { namingAt, withName } from '#features/rich-text/mention-typing.rules.ts';

describe('a name is being typed', () => {
  test.each([
    ['@', ''],
    ['Hi @an', 'an'],
    ['(@Ana', 'Ana'],
    ['👋@山', '山'],
    ['line\n@b_2', 'b_2'],
    ['こんにちは@ing', 'ing'],
    ['ok?@an', 'an'],
    ['cc:@', ''],
  ])('at the end of %j', (text, query) => {
    expect(namingAt(text, text.length)).toEqual({ start: text.lastIndexOf('@'), end: text.length, query });
  });

  test.each(['', 'ana', 'me@example', 'https://example.org/@a', '@an ', '@@a', `@${'a'.repeat(31)}`])(
    'but not at the end of %j',
    (text) => {
      expect(namingAt(text, text.length)).toBeUndefined();
    },
  );

  test('where the caret is', () => {
    expect(namingAt('Hi @ana there', 6)).toEqual({ start: 3, end: 6, query: 'an' });
    expect(namingAt('@ingさん', 4)).toEqual({ start: 0, end: 4, query: 'ing' });
    expect(namingAt('Hi @ana there', 10)).toBeUndefined();
  });
});

test('the chosen name takes the place of what was typed, with one space after it', () => {
  expect(withName('Hi @an', { start: 3, end: 6, query: 'an' }, '@ana_b')).toEqual({ text: 'Hi @ana_b ', caret: 10 });
  expect(withName('Hi @an there', { start: 3, end: 6, query: 'an' }, '@ana_b')).toEqual({
    text: 'Hi @ana_b there',
    caret: 10,
  });
});
