import { expect, test } from 'vitest';
import { veiledEmail } from './email-change.rules.ts';

test('A masked address keeps its first letter and its domain', () => {
  expect(veiledEmail('nina@example.org')).toBe('n•••@example.org');
  expect(veiledEmail('"a@b"@example.org')).toBe('"•••@example.org');
});
