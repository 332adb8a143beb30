import { expect, test } from 'vitest';
import { emojiNamingAt, rankedEmoji } from '#features/rich-text/emoji-typing.rules.ts';

test('a word after a colon is one for an emoji; a time, an address or a smiley is not', () => {
  const typed = (text: string) => emojiNamingAt(text, text.length)?.query;
  expect([':smi', 'Hi :party_po', '(:smi'].map(typed)).toEqual(['smi', 'party_po', 'smi']);
  for (const text of ['10:30', 'https://example', 'note:this', ':D', ': smi', '::smi'])
    expect(typed(text)).toBeUndefined();
});

test('emoji with exactly this name come first, then those whose names begin with it, six at most', () => {
  const found = ['a smile', 'smiley', 'smile'].map((name) => ({ names: [name] }));
  expect(rankedEmoji(found, 'smile').map(({ names }) => names[0])).toEqual(['smile', 'smiley', 'a smile']);
  expect(
    rankedEmoji(
      Array.from({ length: 9 }, () => ({ names: ['x'] })),
      'x',
    ),
  ).toHaveLength(6);
});
