/** Texts of all kinds with their mentions and links, for the tests of all code that finds those. */
export const mentionExamples = [
  { text: '@ingrid_lさん、どうぞ', mentions: ['ingrid_l'] },
  { text: 'こんにちは@ingrid_l ', mentions: ['ingrid_l'] },
  { text: '@ingrid_l은', mentions: ['ingrid_l'] },
  { text: '@ingrid_lของ', mentions: ['ingrid_l'] },
  { text: 'cc:@ingrid_l', mentions: ['ingrid_l'] },
  { text: '.@ingrid_l look', mentions: ['ingrid_l'] },
  { text: 'ok?@ingrid_l', mentions: ['ingrid_l'] },
  { text: 'mail ann@ingrid_l.example', mentions: [] },
  { text: 'foo@ingrid_l', mentions: [] },
  { text: '❤️@ingrid_l🎉', mentions: ['ingrid_l'] },
  { text: 'привет@ingrid_l-у', mentions: ['ingrid_l'] },
  { text: 'https://example.com/@ingrid_l', mentions: [] },
  { text: 'é@ingrid_l e\u0301@ingrid_l @ingrid_lé @ingrid_le\u0301', mentions: [] },
] as const;

export const linkExamples = [
  { text: 'https://example.com/foo。次の文', links: ['https://example.com/foo'] },
  {
    text: '（https://example.com/bar）と「https://example.com/b2」',
    links: ['https://example.com/bar', 'https://example.com/b2'],
  },
  { text: '“https://example.com/q”', links: ['https://example.com/q'] },
  { text: '«https://example.com/g»', links: ['https://example.com/g'] },
  { text: 'https://example.com/e…', links: ['https://example.com/e'] },
  { text: 'https://example.com/d—yes', links: ['https://example.com/d'] },
  { text: 'https://example.com/Foo_(bar)', links: ['https://example.com/Foo_(bar)'] },
  { text: 'See README.md and run.sh, then clip.mov', links: [] },
  { text: 'Done.So what', links: [] },
  { text: 'example.com is fine, www.example.com too', links: ['https://example.com', 'https://www.example.com'] },
  { text: 'https://example.com/a🎉', links: ['https://example.com/a'] },
  { text: 'https://example.com/a\u200bb\u3000c', links: ['https://example.com/a'] },
  {
    text: '`https://example.com/a` and **https://example.com/b.**',
    links: ['https://example.com/a', 'https://example.com/b'],
  },
  { text: 'https://example.comです、www.example.comを', links: ['https://example.com', 'https://www.example.com'] },
  { text: '見てexample.comです', links: ['https://example.com'] },
  { text: 'https://例え.jp/日本 пример.рф', links: ['https://例え.jp/日本', 'https://пример.рф'] },
  { text: 'Fine.It works.In the end.At last, main.rs and x.pl.', links: [] },
  {
    text: 'SHOP.COM:8080/a.md, orf.at and //shop.com',
    links: ['https://SHOP.COM:8080/a.md', 'https://orf.at', 'https://shop.com'],
  },
  { text: 'http://localhost:3000/a or localhost:3000', links: ['http://localhost:3000/a'] },
  { text: 'javascript:alert(1) ftp://example.com/a vbscript:x', links: [] },
  { text: 'me@example.org', links: ['mailto:me@example.org'] },
] as const;
