import { describe, expect, test } from 'vitest';
import { clockTime, createTimes } from '#platform/time.rules.ts';

const { listTime, longDate, relativeTime, timeOfDay } = createTimes('en-GB');

const now = Date.parse('2026-03-12T12:00:00.000Z');
const before = (ms: number) => new Date(now - ms).toISOString();

describe('relative time', () => {
  test.each([
    [0, 'now'],
    [-60_000, 'now'],
    [59_999, 'now'],
    [60_000, '1m'],
    [59 * 60_000, '59m'],
    [60 * 60_000, '1h'],
    [23 * 3_600_000, '23h'],
    [24 * 3_600_000, '1d'],
    [6.9 * 86_400_000, '6d'],
    [10 * 86_400_000, 'Mar 2'],
    [400 * 86_400_000, 'Feb 5, 2025'],
  ])('%d ms ago is "%s"', (age, text) => {
    expect(relativeTime(before(age), now)).toBe(text);
  });
});

describe('durations', () => {
  test.each([
    [0, '0:00'],
    [7.9, '0:07'],
    [750, '12:30'],
    [3723, '1:02:03'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
  ])('%d s is "%s"', (seconds, text) => {
    expect(clockTime(seconds)).toBe(text);
  });
});

describe('message times', () => {
  const local = (day: number, hour: number, minute: number) => new Date(2026, 2, day, hour, minute).toISOString();

  test('are hour and minute on a 12-hour clock', () => {
    expect(timeOfDay(local(12, 16, 5))).toMatch(/^4:05\sPM$/);
    expect(timeOfDay(local(12, 0, 30))).toMatch(/^12:30\sAM$/);
  });

  test('have date dividers in long form', () => {
    expect(longDate(local(12, 16, 5))).toBe('March 12, 2026');
  });

  test('are the time of day today, the weekday within a week, then the date in a list', () => {
    const noon = new Date(2026, 2, 12, 12, 0).getTime();
    expect(listTime(local(12, 9, 30), noon)).toMatch(/^9:30\sAM$/);
    expect(listTime(local(11, 23, 59), noon)).toBe('Wed');
    expect(listTime(local(5, 12, 0), noon)).toBe('Mar 5');
  });
});

describe('times in languages other than English', () => {
  const evening = new Date(2026, 2, 12, 16, 5).getTime();
  const iso = new Date(evening).toISOString();

  test.each([
    ['de-DE', '16:05', '12. März 2026', '12. März'],
    ['fr', '16:05', '12 mars 2026', '12 mars'],
    ['sv-SE', '16:05', '12 mars 2026', '12 mars'],
    ['ja', '16:05', '2026年3月12日', '3月12日'],
    ['es-MX', '4:05 p.m.', '12 de marzo de 2026', '12 mar'],
  ])('follow the locale: %s', (language, time, long, short) => {
    const times = createTimes(language);
    expect(times.timeOfDay(iso).replace(/\s/, ' ')).toBe(time);
    expect(times.longDate(iso)).toBe(long);
    expect(times.relativeTime(iso, evening + 10 * 86_400_000)).toBe(short);
  });

  test.each(['en', 'en-US', 'en-GB', 'en-AU'])('stay as they are in English: %s', (language) => {
    expect(createTimes(language).timeOfDay(iso)).toMatch(/^4:05\sPM$/);
    expect(createTimes(language).longDate(iso)).toBe('March 12, 2026');
  });
});
