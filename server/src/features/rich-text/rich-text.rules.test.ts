import { namedParts } from '@hubbub/contract/platform/rich-text.ts';
import { expect, test } from 'vitest';
import { inCodePoints, maxMentioned, mentionsAmong, namesIn } from './rich-text.rules.ts';

test('names have their positions in code points, whatever is around them', () => {
  const pieces = ['a', ' ', '\n', '漢字', '👩‍👩‍👧‍👦', '🇩🇪', 'é', 'e\u0301', '𝒳', 'نص', '.', '@', '\u{1F3FD}', '…'];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 2000; round += 1) {
    const words = Array.from({ length: random(12) }, () =>
      random(3) === 0 ? ` @user_${random(99)} ` : (pieces[random(pieces.length)] ?? ''),
    );
    const text = words.join('');
    for (const { start, end, name } of inCodePoints(text, namedParts(text))) {
      expect([...text].slice(start, end).join(''), text).toBe(`@${name}`);
    }
  }
});

test('a name is looked up once, in lowercase, and only some of very many', () => {
  expect(namesIn(namedParts('@Ana @ana @bob'))).toEqual(['ana', 'bob']);
  const many = Array.from({ length: 50 }, (_, index) => `@user${index}`).join(' ');
  expect(namesIn(namedParts(many))).toHaveLength(maxMentioned);
});

test('mentions are the names that were found, each time they occur', () => {
  const parts = namedParts('@Ana @bob @ana @everyone');
  expect(
    mentionsAmong(
      parts,
      new Map([
        ['ana', 'a'],
        ['everyone', null],
      ]),
    ),
  ).toEqual([
    { start: 0, end: 4, id: 'a' },
    { start: 10, end: 14, id: 'a' },
    { start: 15, end: 24, id: null },
  ]);
});
