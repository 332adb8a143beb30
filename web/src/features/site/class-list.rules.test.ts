import { expect, it } from 'vitest';
import { faultLines, readList, toCsv } from '#features/site/class-list.rules.ts';

it('A list that names its columns stays as it is', () => {
  expect(toCsv('Name;User name\nAda;ada')).toEqual({ csv: 'Name;User name\nAda;ada', added: 0 });
});

it.each([
  ['Ada Lovelace,ada', 'name,username,email\nAda Lovelace,ada'],
  ['Ada Lovelace;ada;ada@example.org', 'name;username;email\nAda Lovelace;ada;ada@example.org'],
  ['Ada\tada', 'name\tusername\temail\nAda\tada'],
])('A list without names of columns gets the usual ones, with its own delimiter: %s', (text, csv) => {
  expect(toCsv(text)).toEqual({ csv, added: 1 });
});

it.each([
  ['UTF-8', new TextEncoder().encode('José;jose')],
  ['UTF-8 with a byte order mark', new TextEncoder().encode('\ufeffJosé;jose')],
  ['UTF-16', new Uint8Array([0xff, 0xfe, ...[...'José;jose'].flatMap((letter) => [letter.charCodeAt(0), 0])])],
  ['the encoding of Windows', Uint8Array.from('José;jose', (letter) => letter.charCodeAt(0))],
])('A file is read in %s, as spreadsheets save it', (_encoding, bytes) => {
  expect(readList(bytes.slice().buffer)).toBe('José;jose');
});

it("Faults are told by the line of the person's own list, in order", () => {
  expect(faultLines({ 10: 'b', 2: 'a', people: 'too many' }, 1)).toEqual(['too many', 'Line 1: a', 'Line 9: b']);
});
