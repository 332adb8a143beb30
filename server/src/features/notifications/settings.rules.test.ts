import { isQuietAt } from '@hubbub/contract/platform/quiet.ts';
import { expect, test } from 'vitest';
import { afterChoice, type Changed, isNotifiedOf } from './settings.rules.ts';

const nothing: Changed = { in_app: [], push: [], mail: [] };

test('until somebody chooses, everything is listed and mailed, and frequent types are not pushed', () => {
  expect(isNotifiedOf(nothing, 'comment', 'push')).toBe(true);
  expect(isNotifiedOf(nothing, 'vote', 'push')).toBe(false);
  expect([isNotifiedOf(nothing, 'vote', 'in_app'), isNotifiedOf(nothing, 'vote', 'mail')]).toEqual([true, true]);
});

test('a choice applies only to its own channel of notification, and types left out stay as they are', () => {
  const push = afterChoice(nothing, 'push', { vote: { push: true }, comment: { push: false, mail: false } });
  const changed = { ...nothing, push };
  expect([isNotifiedOf(changed, 'vote', 'push'), isNotifiedOf(changed, 'comment', 'push')]).toEqual([true, false]);
  expect(isNotifiedOf(changed, 'comment', 'mail')).toBe(true);
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

test('quiet hours follow the clock on the wall when it changes for the summer and back', () => {
  const quiet = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' };
  // Clocks go from 2:00 to 3:00 on March 29 and from 3:00 to 2:00 on October 25.
  for (const [time, isQuiet] of [
    ['2026-03-28T20:59:00Z', false],
    ['2026-03-28T21:00:00Z', true],
    ['2026-03-29T04:59:00Z', true],
    ['2026-03-29T05:00:00Z', false],
    ['2026-03-29T19:59:00Z', false],
    ['2026-03-29T20:00:00Z', true],
    ['2026-10-24T19:59:00Z', false],
    ['2026-10-24T20:00:00Z', true],
    ['2026-10-25T05:59:00Z', true],
    ['2026-10-25T06:00:00Z', false],
  ] as const) {
    expect([time, isQuietAt(quiet, new Date(time))]).toEqual([time, isQuiet]);
  }
});

test('an hour that the clock skips is quiet for nobody, and one that it repeats is quiet twice', () => {
  const quiet = { from: '02:15', to: '02:45', timezone: 'Europe/Berlin' };
  const minutes = (from: string, count: number) =>
    Array.from({ length: count }, (_, minute) => new Date(Date.parse(from) + minute * 60_000)).filter((time) =>
      isQuietAt(quiet, time),
    ).length;
  expect([minutes('2026-03-29T00:00:00Z', 180), minutes('2026-10-25T00:00:00Z', 180)]).toEqual([0, 60]);
});

test('quiet hours are local ones, wherever somebody is', () => {
  const noon = new Date('2026-11-23T12:00:00Z');
  const night = (timezone: string) => isQuietAt({ from: '22:00', to: '07:00', timezone }, noon);
  expect(['Asia/Tokyo', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'America/Los_Angeles', 'UTC'].map(night)).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
});
