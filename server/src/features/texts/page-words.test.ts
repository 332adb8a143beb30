import { describe, expect, test } from 'vitest';
import { readPageWords } from './page-words.service.ts';

const page = (head: string, body = '') =>
  Buffer.from(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`);

describe('what a page says about itself', () => {
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

  test("names its picture, which is somebody else's to check", () => {
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

  test('is found in no time, whatever the page', () => {
    const started = performance.now();
    for (const piece of ['<', '<title>', '<meta ', '<!--', '&#x41;', '<meta charset='])
      readPageWords(Buffer.from(piece.repeat(Math.ceil(1_000_000 / piece.length))));
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test.each(['<svg>', '<mi>', '<p><svg></p>', '<a>'])('is found in no time in a page full of %s', (tag) => {
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
