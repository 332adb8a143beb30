import { describe, expect, it } from 'vitest';
import { parseCsv as parseFile } from './csv.service.ts';

const parseCsv = (text: string) => parseFile(Buffer.from(text));

describe('CSV', () => {
  it('Rows are objects by the names in the first line, with the number of their line', () => {
    expect(parseCsv('name,username\nAda Lovelace,ada\n\n"Hopper, Grace",grace\n')).toEqual([
      { name: 'Ada Lovelace', username: 'ada', line: 2 },
      { name: 'Hopper, Grace', username: 'grace', line: 4 },
    ]);
  });

  it.each([
    ['semicolons', 'Name;User name;E-Mail\nAda, the first;ada;ada@example.org'],
    ['tabs', 'Name\tUser name\tE-Mail\nAda, the first\tada\tada@example.org'],
    [
      'a byte order mark and Windows line ends',
      '\ufeffName;User name;E-Mail\r\nAda, the first;ada;ada@example.org\r\n',
    ],
  ])('Spreadsheets may write %s', (_what, text) => {
    expect(parseCsv(text)).toEqual([{ name: 'Ada, the first', username: 'ada', email: 'ada@example.org', line: 2 }]);
  });

  it('Rows with more or fewer columns keep what has a name, and blank rows are skipped', () => {
    expect(parseCsv('name,username\nAda\n,,\nGrace,grace,extra')).toEqual([
      { name: 'Ada', line: 2 },
      { name: 'Grace', username: 'grace', line: 4 },
    ]);
  });

  it.each([
    ['lines', `username\n${'a\n'.repeat(10_001)}`],
    ['columns', `${'a,'.repeat(50)}\n`],
  ])('A list of far too many %s is refused before anything reads it', (what, text) => {
    expect(() => parseCsv(text)).toThrow(what);
  });

  it("A text that lost letters because it wasn't in UTF-8 is refused, and the error says what to do", () => {
    const file = Buffer.from('name,username\nJosé,jose', 'latin1');
    expect(() => parseFile(file)).toThrow('Save it as “CSV UTF-8”');
  });

  it("A text that isn't CSV is refused with a sentence", () => {
    expect(() => parseCsv('name,username\n"Ada,ada')).toThrow('quotation mark');
  });

  it('Lines are counted as an editor does, after blank lines, quoted breaks and a line for Excel', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['sep=;', '', 'name;username', '"A', 'B";ab', '', '', 'C;cd', ''].join(end);
      expect(parseCsv(text).map(({ line, username }) => [line, username])).toEqual([
        [4, 'ab'],
        [8, 'cd'],
      ]);
    }
  });

  it('A list that names no columns is names, usernames and addresses', () => {
    expect(parseCsv('Ada Lovelace, ada\nGrace Hopper, grace, grace@example.org\nBo, bo@example.org\nCy')).toEqual([
      { line: 1, name: 'Ada Lovelace', username: 'ada' },
      { line: 2, name: 'Grace Hopper', username: 'grace', email: 'grace@example.org' },
      { line: 3, name: 'Bo', email: 'bo@example.org' },
      { line: 4, name: 'Cy' },
    ]);
  });

  it.each(['utf-16le', 'utf-16be'])('A file in %s is read, with or without a byte order mark', (encoding) => {
    for (const mark of ['\ufeff', '']) {
      const file = Buffer.from(`${mark}Name;Username\r\nZoë;zoe`, 'utf16le');
      if (encoding === 'utf-16be') file.swap16();
      expect(parseFile(file)).toEqual([{ line: 2, name: 'Zoë', username: 'zoe' }]);
    }
  });
});
