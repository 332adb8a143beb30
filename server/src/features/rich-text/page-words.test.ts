import { describe, expect, test } from 'vitest';
import { readPageWords } from './page-words.service.ts';

const page = (head: string, body = '') =>
  Buffer.from(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`);

describe("a page's preview", () => {
  test('is its title and description, with Open Graph first', () => {
    expect(readPageWords(page('<title>Tea &amp; cake</title><meta name="description" content="All of it">'))).toEqual({
      title: 'Tea & cake',
      description: 'All of it',
    });
    expect(
      readPageWords(
        page(
          '<title>Site</title><meta property="og:title" content="Tea"><meta property="og:description" content="Hot">',
        ),
      ),
    ).toEqual({ title: 'Tea', description: 'Hot' });
  });

  test('names its picture, which the caller has to check', () => {
    const words = readPageWords(page('<title>A</title><meta property="og:image" content=" /a.png ">'));
    expect(words).toEqual({ title: 'A', description: '', picture: '/a.png' });
  });

  test('comes from its head alone, and a page without a title says nothing', () => {
    expect(readPageWords(page('', '<title>Body</title><meta property="og:title" content="Body">'))).toBeUndefined();
    expect(readPageWords(Buffer.from('<svg><title>Picture</title></svg>'))).toEqual({
      title: 'Picture',
      description: '',
    });
    expect(readPageWords(Buffer.alloc(0))).toBeUndefined();
  });

  test('is text: no tags, no control characters, nothing that reorders, on one line and not long', () => {
    const words = readPageWords(page(`<title>\u202eevil\u0000 <b>bold</b>\n  two ${'x'.repeat(500)}</title>`));
    expect(words?.title).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(readPageWords(page('<title>\u00ad\u200d</title>'))).toBeUndefined();
    expect([...(words?.title ?? '')].length).toBeLessThanOrEqual(200);
    expect(readPageWords(page('<title>A</title><meta name=description content="&lt;script&gt;x">'))?.description).toBe(
      '<script>x',
    );
  });

  test('is read in its charset, the server’s or its own, or else as UTF-8', () => {
    const latin = Buffer.from('<title>caf\xe9</title>', 'latin1');
    expect(readPageWords(latin, 'iso-8859-1')?.title).toBe('café');
    expect(readPageWords(Buffer.concat([Buffer.from('<meta charset=windows-1252>'), latin]))?.title).toBe('café');
    expect(readPageWords(Buffer.from('<title>café</title>'), 'no-such-charset')?.title).toBe('café');
  });

  test('keeps its joiners, variation selectors, tag characters and soft hyphens, and cuts no emoji', () => {
    const title = '👩‍👩‍👧‍👦 می‌خوانم Donau\u00addampf 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ❤️';
    expect(readPageWords(page(`<meta charset=utf-8><title>${title}</title>`))?.title).toBe(title);
    const long = readPageWords(page(`<title>${'x'.repeat(196)}👩‍👩‍👧‍👦 and more</title>`))?.title;
    expect(long).toBe(`${'x'.repeat(196)}…`);
  });

  test('is read as browsers read it: a byte order mark wins, then the header, then the page', () => {
    const title = '<title>Straße</title>';
    expect(readPageWords(Buffer.from(`\ufeff${title}`), 'iso-8859-1')?.title).toBe('Straße');
    const utf16 = Buffer.from(`\ufeff<html><head>${title}`, 'utf16le');
    expect(readPageWords(utf16)?.title).toBe('Straße');
    expect(readPageWords(Buffer.from(utf16).swap16(), 'utf-8')?.title).toBe('Straße');
    expect(readPageWords(Buffer.from('<title>\xa3\xf3d\xbc</title>', 'latin1'), 'iso-8859-2')?.title).toBe('Łódź');
    const xml = Buffer.from('<?xml version="1.0" encoding="iso-8859-2"?><title>\xa3\xf3d\xbc</title>', 'latin1');
    expect(readPageWords(xml)?.title).toBe('Łódź');
    expect(readPageWords(Buffer.from(`<meta charset=utf-16>${title}`))?.title).toBe('Straße');
  });

  test.each([
    '<meta charset="windows-1251">',
    '<meta http-equiv=Content-Type content="text/html; charset=windows-1251">',
  ])('is read in the charset that its head declares, however late: %s', (meta) => {
    const head = `<!-- <meta charset=utf-8> -->${'<!-- padding -->'.repeat(600)}${meta}<title>\xcf\xf0\xe8\xe2\xe5\xf2</title>`;
    expect(readPageWords(Buffer.from(head, 'latin1'))?.title).toBe('Привет');
  });

  test('is found quickly, whatever the page', () => {
    const before = process.cpuUsage();
    for (const piece of ['<', '<title>', '<meta ', '<!--', '&#x41;', '<meta charset='])
      readPageWords(Buffer.from(piece.repeat(Math.ceil(1_000_000 / piece.length))));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(10_000);
  });

  test.each(['<svg>', '<mi>', '<p><svg></p>', '<a>'])('is found quickly in a page full of %s', (tag) => {
    const page = Buffer.from(`<title>A</title>${tag.repeat(1_000_000 / tag.length)}`);
    const before = process.cpuUsage();
    expect(readPageWords(page)?.title).toBe('A');
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1000);
  });

  test('is found wherever in the head the parser is fed the next piece', () => {
    for (let filler = 8150; filler < 8200; filler += 1) {
      const head = `<!--${'x'.repeat(filler)}--><title>Tea &amp; cake</title><meta name="description" content="Hot">`;
      expect(readPageWords(page(head))).toEqual({ title: 'Tea & cake', description: 'Hot' });
    }
  });
});
