import { expect, it } from 'vitest';
import { resolveTheme } from '#platform/theme.rules.ts';

it('draws the chosen theme, or that of the system', () => {
  expect(resolveTheme('dark', true)).toBe('dark');
  expect(resolveTheme('light', false)).toBe('light');
  expect(resolveTheme('system', true)).toBe('light');
  expect(resolveTheme('system', false)).toBe('dark');
});
