import { expect, test } from 'vitest';
import { daysAfter, daysToReturn, isOver } from './away.rules.ts';

const now = new Date('2026-11-22T12:00:00Z');
const email = 'ada@example.org';

test('An account that is being deleted is deleted when its time is over', () => {
  const away = { kind: 'deleting', warned_at: null, email } as const;
  expect(isOver({ ...away, ends_at: now }, now)).toBe(true);
  expect(isOver({ ...away, ends_at: daysAfter(now, 1) }, now)).toBe(false);
});

test('A deactivated one is deleted only two weeks after its owner was warned', () => {
  const away = { kind: 'deactivated', ends_at: now, email } as const;
  expect(isOver({ ...away, warned_at: null }, now)).toBe(false);
  expect(isOver({ ...away, warned_at: daysAfter(now, -13) }, now)).toBe(false);
  expect(isOver({ ...away, warned_at: daysAfter(now, -14) }, now)).toBe(true);
  expect(isOver({ ...away, warned_at: daysAfter(now, -30), ends_at: daysAfter(now, 1) }, now)).toBe(false);
});

test("Without an address to warn, the end isn't postponed", () => {
  expect(isOver({ kind: 'deactivated', ends_at: now, warned_at: null, email: null }, now)).toBe(true);
});

test('People can change their mind for as long as the site gives, and not at all without an address', () => {
  expect(daysToReturn({ email }, 0)).toBe(0);
  expect(daysToReturn({ email }, 7)).toBe(7);
  expect(daysToReturn({ email: null }, 7)).toBe(0);
});
