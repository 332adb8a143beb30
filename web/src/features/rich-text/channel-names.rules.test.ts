import { describe, expect, test } from 'vitest';
import { channelNamingAt, channelParts, suggestedChannels } from '#features/rich-text/channel-names.rules.ts';
import { foldedParts, mentionedParts, type TextPart } from '#features/rich-text/rich-text.rules.ts';
import { linkParts } from '#features/rich-text/rich-text-links.ts';

const channel = (name: string, usable = true) => ({ name, path: usable ? `/to/${name}` : null });
const channels = ['tea', 'Green tea', 'green', 'C++', 'שלום', '茶', '🍵 talk', 'tea-time', 'ΟΔΟΣ'].map((name) =>
  channel(name),
);
const linked = (parts: readonly TextPart[]) =>
  parts.flatMap(({ text, path }) => (path === undefined ? [] : [`${text} → ${path.slice(4)}`]));
const found = (text: string, among = channels) => linked(channelParts(linkParts([{ text }]), among));

describe('a hash sign and the name of a channel', () => {
  test.each([
    ['See #tea.', '#tea → tea'],
    ['#tea', '#tea → tea'],
    ['(#tea)', '#tea → tea'],
    ['line\n#tea\nline', '#tea → tea'],
    ["#tea's best", '#tea → tea'],
    ['#C++, #tea', '#C++ → C++, #tea → tea'],
    ['👋🏽 ☕️#tea 👋', '#tea → tea'],
    ['ראו #שלום, תודה', '#שלום → שלום'],
    ['#茶。', '#茶 → 茶'],
    ['#🍵 talk', '#🍵 talk → 🍵 talk'],
    ['見て#teaを、cc:#green', '#tea → tea, #green → green'],
  ])('link there: %j', (text, links) => {
    expect(found(text).join(', ')).toBe(links);
  });

  test('match whatever the case, and show what was written', () => {
    expect(found('#TEA #gREEN Tea #οδος. İ #Tea')).toEqual([
      '#TEA → tea',
      '#gREEN Tea → Green tea',
      '#οδος → ΟΔΟΣ',
      '#Tea → tea',
    ]);
  });

  test('mean the longest name that fits', () => {
    expect(found('#green tea or #green teapot or #tea-time or #tea - time')).toEqual([
      '#green tea → Green tea',
      '#green → green',
      '#tea-time → tea-time',
      '#tea → tea',
    ]);
  });

  test.each([
    '#unknown',
    '#',
    '# tea',
    '#teas',
    '#tea_',
    '#tea-2',
    '#tea.md',
    '#te\u0301a',
    '#tea\u0301',
    '#🍵 talks',
    'C#tea',
    '##tea',
    '@#tea',
    'e\u0301#tea',
    'https://a.example/#tea',
    'https://a.example/a,#tea',
    'a.com/?b=#tea',
    'a.example/?b=#tea',
    'Run `grep #tea`',
    '```\nsee #tea\n```',
  ])('stay text: %j', (text) => {
    expect(found(text)).toEqual([]);
  });

  test("stay text if the reader has no such channel or can't use it, and lead to no other one that begins like it", () => {
    const some = [channel('tea'), channel('tea room', false)];
    expect(found('#tea room #coffee #tea', some)).toEqual(['#tea → tea']);
    expect(found('#tea', [])).toEqual([]);
  });

  test('keep every letter of the text, around links, code and mentions', () => {
    const text = '👋🏽 #tea @ana#tea https://a.example/#tea `#tea` #tea @ana #green';
    const at = [...text].join('|').split('|').indexOf('@');
    const mention = { start: at, end: at + 4, username: 'ana', name: 'Ana' };
    const parts = linkParts(mentionedParts(text, [mention]));
    const drawn = channelParts(parts, channels);
    expect(drawn.map((part) => part.text).join('')).toBe(text);
    expect(linked(drawn)).toEqual(['#tea → tea', '#tea → tea', '#green → green']);
    expect(drawn.filter(({ username, href }) => (username ?? href) !== undefined)).toHaveLength(2);
  });

  test('are kept whole or left out of a folded text', () => {
    const text = `${'word '.repeat(55)}12 #green tea ${'end '.repeat(50)}`;
    expect(linked(foldedParts(channelParts([{ text }], channels)))).toEqual([]);
  });
});

describe("a channel's name is being typed", () => {
  test.each([
    ['#', ''],
    ['See #gr', 'gr'],
    ['(#Green t', 'Green t'],
    ['👋 #🍵 ta', '🍵 ta'],
    ['line\n#tea-t', 'tea-t'],
    ['見て#te', 'te'],
  ])('at the end of %j', (text, query) => {
    expect(channelNamingAt(text, text.length)).toEqual({ start: text.lastIndexOf('#'), end: text.length, query });
  });

  test.each(['', 'tea', 'C#', '# ', '#tea ', '##', '#tea\nthe', 'https://a.example/#te', `#${'a'.repeat(51)}`])(
    'but not at the end of %j',
    (text) => {
      expect(channelNamingAt(text, text.length)).toBeUndefined();
    },
  );
});

describe('channels are suggested', () => {
  const names = (query: string, among = channels) => suggestedChannels(among, query).map(({ name }) => name);

  test('by the beginning of their names first, then by the beginning of any word', () => {
    expect(names('TEA')).toEqual(['tea', 'tea-time', 'Green tea']);
    expect(names('green t')).toEqual(['Green tea']);
    expect(names('ea')).toEqual([]);
  });

  test('from the first letter on, the first six in the order of the list', () => {
    expect(names('')).toEqual(channels.slice(0, 6).map(({ name }) => name));
  });

  test('only if the reader can use them', () => {
    expect(names('tea', [channel('tea', false), channel('tea room')])).toEqual(['tea room']);
  });
});
