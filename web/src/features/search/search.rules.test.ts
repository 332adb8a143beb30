import { expect, it } from 'vitest';
import { partsOf, plainMatches, readQuery, writeQuery } from '#features/search/search.rules.ts';

it('parts of a text are cut at code points, and what is long before the first match is left out', () => {
  expect(partsOf('😀 a fox', [[4, 7]])).toEqual([
    { text: '😀 a ', isMatch: false },
    { text: 'fox', isMatch: true },
  ]);
  expect(partsOf('plain', [])).toEqual([{ text: 'plain', isMatch: false }]);
  const [dots, before, match] = partsOf(`${'x'.repeat(300)}fox`, [[300, 303]]);
  expect([dots?.text, before?.text.length, match?.text]).toEqual(['…', 60, 'fox']);
});

it('the signs of formatting are dropped, and what matched is still marked', () => {
  const marked = (text: string, word: string) => {
    const start = [...text.slice(0, text.indexOf(word))].length;
    const parts = plainMatches(text, [[start, start + [...word].length]]);
    return partsOf(parts.text, parts.matches)
      .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
      .join('');
  };
  expect(marked('😀 a **red** `fox`', 'fox')).toBe('😀 a red [fox]');
  expect(marked('a **red fox** runs', 'red')).toBe('a [red] fox runs');
  expect(marked('> _red_ fox', 'red')).toBe('[red] fox');
  expect(marked('```js\njust code\n```', 'just')).toBe('[just] code\n');
  expect(marked('2*3*4 foxes', 'fox')).toBe('2*3*4 [fox]es');
  expect(marked('\uE000 **fox**', 'fox')).toBe('\uE000 **[fox]**');
});

it('filters are read out of a query and written into it again', () => {
  const query = readQuery('red from:ada in:"club/two words" fox');
  expect(query).toEqual({
    words: 'red fox',
    filters: [
      { key: 'from', value: 'ada' },
      { key: 'in', value: 'club/two words' },
    ],
  });
  expect(writeQuery(query.words, query.filters)).toBe('red fox from:ada in:"club/two words"');
});
