import { describe, expect, it } from 'vitest';
import { parseCsv } from './csv.service.ts';

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
    ['lines', `username\n${'a\n'.repeat(2_001)}`],
    ['columns', `${'a,'.repeat(50)}\n`],
  ])('A list of far too many %s is refused before anything reads it', (what, text) => {
    expect(() => parseCsv(text)).toThrow(what);
  });

  it('A text whose letters got lost, because it was not in UTF-8, is refused with what to do', () => {
    const text = Buffer.from('name,username\nJosé,jose', 'latin1').toString();
    expect(() => parseCsv(text)).toThrow('Save it as “CSV UTF-8”');
  });

  it('A text that is no CSV is refused with a sentence', () => {
    expect(() => parseCsv('name,username\n"Ada,ada')).toThrow('quotation mark');
  });
});
