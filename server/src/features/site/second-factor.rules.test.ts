import { expect, test } from 'vitest';
import { isPaused, needsSecondFactor, nextNotice } from './second-factor.rules.ts';

const day = (number: number, hour = 0) => new Date(Date.UTC(2026, 0, number, hour));
const roles = ['owner', 'admin', 'moderator', null] as const;

test('A site can require a second factor of nobody, of its owners and admins, or of its whole team', () => {
  const needs = (['nobody', 'admins', 'team'] as const).map((policy) =>
    roles.map((role) => needsSecondFactor(policy, role)),
  );
  expect(needs).toEqual([
    [false, false, false, false],
    [true, true, false, false],
    [true, true, true, false],
  ]);
});

test('Team rights pause once the notice is over, for as long as there is no second factor', () => {
  const member = { role: 'admin', usesSecondFactor: false, dueAt: day(8) } as const;
  expect([isPaused('admins', member, day(7, 23)), isPaused('admins', member, day(8))]).toEqual([false, true]);
  expect(isPaused('admins', { ...member, usesSecondFactor: true }, day(9))).toBe(false);
  expect(isPaused('nobody', member, day(9))).toBe(false);
  expect(isPaused('admins', { ...member, role: 'moderator' }, day(9))).toBe(false);
});

test("Nobody's rights pause without a notice", () => {
  expect(isPaused('team', { role: 'owner', usesSecondFactor: false, dueAt: null }, day(99))).toBe(false);
});

test('People who need a second factor are notified right away, a day before the deadline, and when their rights pause', () => {
  const asked = nextNotice(undefined, day(1));
  expect(asked).toEqual({ dueAt: day(8), stage: 'asked' });
  expect(nextNotice(asked, day(6, 23))).toBeUndefined();
  const reminded = nextNotice(asked, day(7));
  expect(reminded).toEqual({ dueAt: day(8), stage: 'reminded' });
  expect(nextNotice(reminded, day(7, 23))).toBeUndefined();
  const paused = nextNotice(reminded, day(8));
  expect(paused).toEqual({ dueAt: day(8), stage: 'paused' });
  expect(nextNotice(paused, day(30))).toBeUndefined();
});

test("Somebody who couldn't be reached for days still learns that their rights are paused", () => {
  expect(nextNotice({ dueAt: day(8), stage: 'asked' }, day(9))).toEqual({ dueAt: day(8), stage: 'paused' });
});
