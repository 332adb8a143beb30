import { describe, expect, it, test } from 'vitest';
import { cleanFileName, saveAs } from './file-names.rules.ts';

const clean = (name: string) => cleanFileName(name, 20);

describe("A file's name", () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['Zażółć 日本 👩‍👩‍👧.txt', 'Zażółć 日本 👩‍👩‍👧.txt'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ana\\photo.jpg', 'photo.jpg'],
    ['a\u0000b\r\n"c\t.txt', 'ab"c.txt'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['\u2066hidden\u2069\uFEFF.zip', 'hidden.zip'],
    ['.htaccess', 'htaccess'],
    ['trailing. . ', 'trailing'],
    ['a \u3000 b.txt', 'a b.txt'],
    ['lone\ud800.txt', 'lone.txt'],
    ['e\u0301.txt', 'é.txt'],
    ['', 'file'],
    ['..', 'file'],
    ['\u200d', 'file'],
    ['folder/', 'file'],
  ])('%j becomes %j', (given, expected) => expect(clean(given)).toBe(expected));

  it('that is too long keeps its ending', () => {
    expect(clean(`${'a'.repeat(300)}.docx`)).toBe(`${'a'.repeat(15)}.docx`);
    expect(clean('🙂'.repeat(300))).toBe('🙂'.repeat(20));
    expect(clean(`a.${'b'.repeat(300)}`)).toHaveLength(20);
  });

  it.each(['.', ' .', '\u202e.'])('with very many %j inside takes no time to clean', (repeated) => {
    const began = performance.now();
    expect(clean(`a${repeated.repeat(50_000)}b`)).toMatch(/^a/);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('stays the same when it is cleaned again', () => {
    for (const name of ['a . b', `${'x'.repeat(19)} y`, '. a .', 'x'.repeat(40)]) {
      expect(clean(clean(name))).toBe(clean(name));
    }
  });
});

describe('The header that saves a file under its name', () => {
  test.each([
    ['report.pdf', `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
    ['a "b"\\100%.txt', `attachment; filename="a _b__100_.txt"; filename*=UTF-8''a%20%22b%22%5C100%25.txt`],
    ["it's (1)*.txt", `attachment; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
    ['résumé 日.pdf', `attachment; filename="r_sum_ _.pdf"; filename*=UTF-8''r%C3%A9sum%C3%A9%20%E6%97%A5.pdf`],
  ])('names %j', (name, header) => expect(saveAs(name)).toBe(header));

  it('has nothing but printable ASCII, whatever the name', () => {
    for (const name of ['\r\nset-cookie: a=b', '\ud800', '\u202e', '\u0007'])
      expect(saveAs(name)).toMatch(/^[\x20-\x7e]+$/);
  });
});
