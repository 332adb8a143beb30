import { expect, test } from 'vitest';
import { fold, gramsOf, matchesIn } from './words.rules.ts';

const folded = (text: string) => fold(text).text;

test('case, accents and marks do not count, and wide letters are like others', () => {
  const same = [
    ['Éclair', 'eclair'],
    ['e\u0301te\u0301', 'été'],
    ['STRASSE', 'straße'],
    ['ΟΔΟΣ', 'οδός'],
    ['İstanbul', 'istanbul'],
    ['ısı', 'ISI'],
    ['Đà Nẵng', 'da nang'],
    ['مُحَمَّد', 'محمد'],
    ['شָׁלוֹם'.replace('ش', 'ש'), 'שלום'],
    ['ＡＢＣ', 'abc'],
    ['ｶﾞｷﾞ', 'ガギ'],
    ['한국', '\u1112\u1161\u11ab\u1100\u116e\u11a8'],
    ['Їжак', 'іжак'],
  ];
  for (const [one = '', other = ''] of same) expect(folded(one)).toBe(folded(other));
});

test('vowels of Thai and sound marks of Japanese are letters', () => {
  expect(folded('กิน')).not.toBe(folded('กน'));
  expect(folded('か')).not.toBe(folded('が'));
});

test('matches are in code points of the original, whatever folding does to its length', () => {
  expect(matchesIn('😀 Straße', ['strasse'])).toEqual([[2, 8]]);
  expect(matchesIn('Cafe\u0301 au lait', ['cafe'])).toEqual([[0, 5]]);
  expect(matchesIn('ﬁne', ['fi'])).toEqual([[0, 1]]);
  expect(matchesIn('abcabc', ['abc'])).toEqual([
    [0, 3],
    [3, 6],
  ]);
  expect(matchesIn('abcd', ['abc', 'bcd'])).toEqual([[0, 4]]);
  expect(matchesIn('one two', ['two', 'one'])).toEqual([
    [0, 3],
    [4, 7],
  ]);
  expect(matchesIn('a  \n b', ['a b'])).toEqual([[0, 6]]);
});

test('a text without one of the words does not match', () => {
  expect(matchesIn('one two', ['one', 'three'])).toBeUndefined();
});

test('a word has grams from three letters on, or from two in scripts that need fewer', () => {
  for (const short of ['', 'a', 'ab', 'ก', '中', 'ab 中 c']) expect(gramsOf(short)).toEqual([]);
  for (const long of ['abc', '中文', 'กา', '한국', 'かな']) expect(gramsOf(long)).toHaveLength(1);
});

const corpus = [
  '北京的秋天很美，我们去长城看红叶。',
  '東京で美味しいラーメンを食べました。',
  '서울에서 친구들과 김치찌개를 먹었어요.',
  'วันนี้อากาศดีมาก ไปเที่ยวทะเลกันเถอะ',
  'ذهبتُ إلى السُّوقِ لشراء الخُبزِ والتَّمر',
  'הַיֶּלֶד הָלַךְ לְבֵית הַסֵּפֶר בַּבֹּקֶר',
  'Сьогодні їжаки під ґанком шукали яблука.',
  'Donaudampfschifffahrtsgesellschaftskapitän trinkt Weißbier',
  'Iğdır’da ılık İstanbul rüzgârı esiyor',
  'Hôm nay trời đẹp, chúng tôi đi dạo ở Đà Nẵng',
  'Η Αθήνα είναι όμορφη την άνοιξη, ο ΔΡΟΜΟΣ άδειος',
  'The naïve café owner’s résumé was, oddly, co-operative.',
];

test('in twelve languages, the grams of every part of every word find its text: nothing is missed', () => {
  for (const text of corpus) {
    const whole = folded(text);
    const grams = new Set(gramsOf(whole));
    for (const word of whole.split(' ')) {
      const letters = [...word];
      for (let start = 0; start < letters.length; start += 1) {
        for (let end = start + 1; end <= letters.length; end += 1) {
          const part = letters.slice(start, end).join('');
          expect(gramsOf(part).every((gram) => grams.has(gram))).toBe(true);
          expect(matchesIn(text, [part])).toBeDefined();
        }
      }
    }
  }
});

test('a part of a text is found in it however it is written, and its matches fold to the searched words', () => {
  for (const text of corpus) {
    const points = [...text];
    for (let start = 0; start + 4 <= points.length; start += 1) {
      const typed = points.slice(start, start + 4).join('');
      for (const form of [typed, typed.toUpperCase(), typed.normalize('NFD'), typed.normalize('NFKC')]) {
        const word = folded(form).trim();
        if (word === '') continue;
        const [[from, to] = [0, 0]] = matchesIn(text, [word]) ?? [];
        expect(folded(points.slice(from, to).join(''))).toContain(word);
      }
    }
  }
});
