import { expect, test } from 'vitest';
import { countLinks, isNewcomer, newcomersSince } from './newcomers.rules.ts';

test('Links are counted however they are written', () => {
  expect(countLinks('no link, not even an ahttp:// or a www. alone')).toBe(0);
  expect(countLinks('see https://a.example and HTTP://b.example, or www.c.example')).toBe(3);
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
