import { expect, it } from 'vitest';
import { resolveTheme } from '#platform/theme.rules.ts';

it("uses the chosen theme, or the system's", () => {
  expect(resolveTheme('dark', true)).toBe('dark');
  expect(resolveTheme('light', false)).toBe('light');
  expect(resolveTheme('system', true)).toBe('light');
  expect(resolveTheme('system', false)).toBe('dark');
});
