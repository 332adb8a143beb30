import { linksIn } from '@hubbub/contract/platform/rich-text.ts';
import { linkExamples } from '@hubbub/contract/platform/text-examples.ts';
import { expect, test } from 'vitest';
import { countLinks, isNewcomer, newcomersSince } from './newcomers.rules.ts';

test('Links are counted however they are written', () => {
  const count = (text: string) => countLinks(text, linksIn(text));
  expect(count('no link, not even an ahttp:// or a www. alone')).toBe(0);
  expect(count('see https://a.example and HTTP://b.example, or www.c.example')).toBe(3);
  expect(count('See example.com/offer, SPAM.ORG, //shop.com, xhttps://shop.com and пример.рф')).toBe(5);
  for (const { text, links } of linkExamples)
    expect(count(text), text).toBe(links.filter((href) => href.startsWith('http')).length);
  expect(count('README.md, Done.So and https://a.example。次')).toBe(1);
  expect(count('Write to ada@example.com at 10.30, e.g. today')).toBe(0);
});

test('An account is new for the set number of hours', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  expect(newcomersSince(now, 24)).toEqual(new Date('2026-11-21T12:00:00Z'));
  expect(newcomersSince(now, 0)).toBeNull();
});

test("The site's team never counts as new", () => {
  const since = new Date('2026-11-21T12:00:00Z');
  const made = (created_at: string, site_role: string | null = null) => ({
    created_at: new Date(created_at),
    site_role,
  });
  expect(isNewcomer(made('2026-11-21T12:00:01Z'), since)).toBe(true);
  expect(isNewcomer(made('2026-11-21T12:00:00Z'), since)).toBe(false);
  expect(isNewcomer(made('2026-11-21T12:00:01Z', 'moderator'), since)).toBe(false);
});
