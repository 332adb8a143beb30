import { expect, test } from 'vitest';
import { type Format, formatOfKey, formattingOf } from '#features/rich-text/formatting-typing.rules.ts';

/** A text after formatting, with brackets around what's selected before and after. */
function format(marked: string, how: Format): string {
  const from = marked.indexOf('[');
  const to = marked.indexOf(']') - 1;
  const text = marked.replace('[', '').replace(']', '');
  const { start, end, piece, selected } = formattingOf(text, [from, to], how);
  const after = text.slice(0, start) + piece + text.slice(end);
  return `${after.slice(0, selected[0])}[${after.slice(...selected)}]${after.slice(selected[1])}`;
}

test("signs are set around what's selected, without its spaces, and taken away again", () => {
  expect(format('a [word ]here', 'bold')).toBe('a **[word]** here');
  expect(format('a **[word]** here', 'bold')).toBe('a [word] here');
  expect(format('a [**word**] here', 'bold')).toBe('a [word] here');
  expect(format('a [word]', 'italic')).toBe('a _[word]_');
  expect(format('a [word]', 'strike')).toBe('a ~~[word]~~');
  expect(format('a [word]', 'code')).toBe('a `[word]`');
  expect(format('**[word]**', 'italic')).toBe('**_[word]_**');
  expect(format('a []', 'bold')).toBe('a **[]**');
  expect(format('a **[]**', 'bold')).toBe('a []');
});

test('several lines of code are a block', () => {
  expect(format('[let a\nlet b]', 'code')).toBe('[```\nlet a\nlet b\n```]');
});

test('each line is quoted or listed, and all of them once more are not', () => {
  expect(format('one\ntw[o\nthr]ee\nfour', 'quote')).toBe('one\n[> two\n> three]\nfour');
  expect(format('one\n[> two\n> three]\nfour', 'quote')).toBe('one\n[two\nthree]\nfour');
  expect(format('[- one\ntwo]', 'list')).toBe('[- one\n- two]');
});

test('keys with Ctrl or ⌘ format, on any keyboard', () => {
  const key = (name: string, more = {}) =>
    formatOfKey({ key: name, code: '', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false, ...more });
  expect(['b', 'i', 'e', 'x', 'k'].map((name) => key(name))).toEqual(['bold', 'italic', 'code', undefined, undefined]);
  expect(key('b', { ctrlKey: false, metaKey: true })).toBe('bold');
  expect(key('X', { shiftKey: true })).toBe('strike');
  expect(key('(', { shiftKey: true, code: 'Digit8' })).toBe('list');
  for (const more of [{ ctrlKey: false }, { altKey: true }, { metaKey: true }]) expect(key('b', more)).toBeUndefined();
});
