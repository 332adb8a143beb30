import { expect, test } from 'vitest';
import { safeLink } from '#ui/markdown/links.rules.ts';

test('allows links in a text only to web pages and mail addresses', () => {
  expect(safeLink('https://example.org/a')).toBe('https://example.org/a');
  expect(safeLink('mailto:a@example.org')).toBe('mailto:a@example.org');
  for (const href of ['javascript:alert(1)', 'data:text/html,x', '/feed', 'JaVaScRiPt:x', 'blob:x'])
    expect(safeLink(href)).toBeUndefined();
});
