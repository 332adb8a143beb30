import { expect, test } from 'vitest';
import { afterChoice, type Changed, isQuietAt, isTold } from './settings.rules.ts';

const nothing: Changed = { in_app: [], push: [], mail: [] };

test('until somebody chooses, everything is listed and mailed, and what happens often is not pushed', () => {
  expect(isTold(nothing, 'comment', 'push')).toBe(true);
  expect(isTold(nothing, 'vote', 'push')).toBe(false);
  expect([isTold(nothing, 'vote', 'in_app'), isTold(nothing, 'vote', 'mail')]).toEqual([true, true]);
});

test('a choice holds for its way only, and types left out stay as they are', () => {
  const push = afterChoice(nothing, 'push', { vote: { push: true }, comment: { push: false, mail: false } });
  const changed = { ...nothing, push };
  expect([isTold(changed, 'vote', 'push'), isTold(changed, 'comment', 'push')]).toEqual([true, false]);
  expect(isTold(changed, 'comment', 'mail')).toBe(true);
  expect(afterChoice(changed, 'push', { comment: { push: true }, follow: {} })).toEqual(['vote']);
});

test("quiet hours are in the person's own time, and may go over midnight", () => {
  const night = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' };
  expect(isQuietAt(night, new Date('2026-11-23T21:30:00Z'))).toBe(true);
  expect(isQuietAt(night, new Date('2026-11-23T06:00:00Z'))).toBe(false);
  expect(isQuietAt({ from: '12:00', to: '13:00', timezone: 'UTC' }, new Date('2026-11-23T12:59:00Z'))).toBe(true);
  expect(isQuietAt({ from: '12:00', to: '13:00', timezone: 'UTC' }, new Date('2026-11-23T13:00:00Z'))).toBe(false);
  expect(isQuietAt(null, new Date())).toBe(false);
});
