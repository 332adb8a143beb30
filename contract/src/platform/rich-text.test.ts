import { describe, expect, test } from 'vitest';
import { linksIn, nameBeingTyped, namedParts } from './rich-text.ts';
import { linkExamples, mentionExamples } from './text-examples.ts';

const names = (text: string) => namedParts(text).map(({ name }) => name);

describe('names in a text', () => {
  test.each(mentionExamples)(
    'are found in the right places, whatever the characters around them: $text',
    ({ text, mentions }) => {
      expect(names(text)).toEqual(mentions);
      for (const { start, end, name } of namedParts(text)) expect(text.slice(start, end)).toBe(`@${name}`);
    },
  );

  test.each([
    ['@ana', ['ana']],
    ['Hi @ana, and @Bob_2!', ['ana', 'Bob_2']],
    ['(@ana) "@bob" «@cleo»', ['ana', 'bob', 'cleo']],
    ["@ana's and @bob.", ['ana', 'bob']],
    ['@ana\n@bob', ['ana', 'bob']],
    ['👋@ana🎉', ['ana']],
    ['みなさん@everyoneへ', ['everyone']],
  ])('are found in %j', (text, found) => {
    expect(names(text)).toEqual(found);
  });

  test.each(['me@example.org', 'example.org/@ana', '@an', '@@ana', `@${'a'.repeat(31)}`, '@ ana', 'a', '@'])(
    'are not found in %j',
    (text) => {
      expect(names(text)).toEqual([]);
    },
  );

  test('are suggested exactly where they count as mentions', () => {
    for (const { text } of mentionExamples) {
      const signs = [...text.matchAll(/@/g)].map(({ index }) => index);
      const begun = signs.filter((sign) => nameBeingTyped(text.slice(0, sign + 1))?.start === sign);
      for (const { start } of namedParts(text)) expect(begun).toContain(start);
      for (const sign of begun) expect(names(`${text.slice(0, sign)}@ana`), text).toContain('ana');
    }
  });
});

describe('links in a text', () => {
  test.each(linkExamples)(
    "links end where people would end them, and file names aren't links: $text",
    ({ text, links }) => {
      expect(linksIn(text).map(({ href }) => href)).toEqual(links);
    },
  );

  test('are at the positions given', () => {
    for (const { text } of linkExamples)
      for (const { start, end, href } of linksIn(text))
        expect(href.replace(/^(?:https:\/\/|mailto:|http:\/\/)/, '')).toBe(
          text.slice(start, end).replace(/^https?:\/\//, ''),
        );
  });

  test('are found quickly, whatever the text', () => {
    for (const piece of ['a.', 'a@', 'http://', 'www.', '見て.com', '@', '@a', 'e\u0301', '\u0301', '`*', '。.a']) {
      const text = piece.repeat(4000);
      const started = Date.now();
      linksIn(text);
      namedParts(text);
      nameBeingTyped(text);
      expect(Date.now() - started, piece).toBeLessThan(1000);
    }
  });
});
