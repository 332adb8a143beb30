import { expect, it } from 'vitest';
import { faultLines, readList, typedLink } from '#features/site/class-list.rules.ts';

it.each([
  ['UTF-8', new TextEncoder().encode('José;jose')],
  ['UTF-8 with a byte order mark', new TextEncoder().encode('\ufeffJosé;jose')],
  ['UTF-16', new Uint8Array([0xff, 0xfe, ...[...'José;jose'].flatMap((letter) => [letter.charCodeAt(0), 0])])],
  ['big-endian UTF-16', new Uint8Array([0xfe, 0xff, ...[...'José;jose'].flatMap((c) => [0, c.charCodeAt(0)])])],
  ['the encoding of Windows', Uint8Array.from('José;jose', (letter) => letter.charCodeAt(0))],
])('A file is read in %s, as spreadsheets save it', (_encoding, bytes) => {
  expect(readList(bytes.slice().buffer)).toBe('José;jose');
});

it('Mistakes are listed by line, after those that belong to no line', () => {
  expect(faultLines({ 10: 'b', 2: 'a', people: 'too many' })).toEqual(['too many', 'Line 2: a', 'Line 10: b']);
});

it.each([
  ['https://hub.example.org/w/k3m9x2p7qa', 'hub.example.org/w/k3m9x2p7qa'],
  ['http://localhost:3000/w/k3m9x2p7qa', 'http://localhost:3000/w/k3m9x2p7qa'],
])('A link is shown as people type it: %s', (url, typed) => {
  expect(typedLink(url)).toBe(typed);
});
