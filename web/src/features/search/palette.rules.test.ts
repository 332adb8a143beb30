import { expect, it } from 'vitest';
import { fuzzyScore, ranked, withChosen } from '#features/search/palette.rules.ts';

const named = (...words: string[]) => words.map((each) => ({ key: each, words: each }));
const keys = (typed: string, recent: string[], ...words: string[]) =>
  ranked(named(...words), typed, recent).map(({ key }) => key);

it('a beginning fits best, then the beginning of a word, then a part, then single letters', () => {
  expect(keys('tea', [], 'A steak', 'Green tea', 'Tea house', 'The early ant')).toEqual([
    'Tea house',
    'Green tea',
    'A steak',
    'The early ant',
  ]);
});

it('every word must fit, in any order, with accents or without', () => {
  expect(keys('cafe old', [], 'Old Café', 'Café')).toEqual(['Old Café']);
  expect(fuzzyScore('Café', 'xyz')).toBeNull();
  expect(fuzzyScore('New group', 'nwgr')).not.toBeNull();
  expect(fuzzyScore('Anew', 'nw')).toBeNull();
});

it('a shorter name comes first, unless the longer one was chosen lately', () => {
  expect(keys('gar', [], 'Gardening', 'Garden')).toEqual(['Garden', 'Gardening']);
  expect(keys('gar', ['Gardening'], 'Gardening', 'Garden')).toEqual(['Gardening', 'Garden']);
});

it('without a text, everything fits; choices are remembered, the last one first, eight at most', () => {
  expect(keys('', [], 'A', 'B')).toHaveLength(2);
  expect(withChosen(['a', 'b'], 'b')).toEqual(['b', 'a']);
  expect(withChosen(['1', '2', '3', '4', '5', '6', '7', '8'], '9')).toHaveLength(8);
});
