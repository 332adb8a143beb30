import { smallProfilePath } from '@hubbub/contract/platform/limits.ts';
import { describe, expect, test } from 'vitest';
import { filesOf, isNsfw, maxBytesOf, mayBeUsedFor, parseRange, sampleTimes, smallPath } from './media.rules.ts';
import type { Scores } from './processing/classifier-process.service.ts';

const limits = {
  maxImageSize: 20,
  maxMediaSize: 100,
  maxProfilePictureSize: 5,
  maxMessageImageSize: 6,
  maxAttachmentSize: 25,
};
const scores = (given: Partial<Scores>): Scores => ({ Drawing: 0, Hentai: 0, Neutral: 0, Porn: 0, Sexy: 0, ...given });
const harmless = scores({ Neutral: 0.9, Sexy: 0.1 });

describe('what a file may be used for', () => {
  test.each([
    ['post', 'image', true],
    ['post', 'video', true],
    ['post', 'audio', true],
    ['profile', 'image', true],
    ['profile', 'video', false],
    ['message', 'image', true],
    ['message', 'audio', false],
    ['message', 'document', false],
    ['profile', 'document', false],
    ['post', 'document', false],
    ['attachment', 'image', true],
    ['attachment', 'video', true],
    ['attachment', 'document', true],
  ] as const)('%s, %s: %s', (purpose, kind, expected) => {
    expect(mayBeUsedFor(purpose, kind)).toBe(expected);
  });

  test('each purpose and kind has its own limit', () => {
    expect(maxBytesOf('post', 'image', limits)).toBe(20);
    expect(maxBytesOf('post', 'video', limits)).toBe(100);
    expect(maxBytesOf('post', 'audio', limits)).toBe(100);
    expect(maxBytesOf('profile', 'image', limits)).toBe(5);
    expect(maxBytesOf('message', 'image', limits)).toBe(6);
    expect(maxBytesOf('attachment', 'image', limits)).toBe(25);
    expect(maxBytesOf('attachment', 'document', limits)).toBe(25);
  });
});

describe('what is held back', () => {
  test('a file without samples is held back', () => expect(isNsfw([])).toBe(true));
  test('a harmless picture is shown', () => expect(isNsfw([harmless])).toBe(false));
  test('drawings and photographs are added together', () =>
    expect(isNsfw([scores({ Hentai: 0.2, Porn: 0.25, Neutral: 0.55 })])).toBe(true));
  test('a picture slightly below the threshold is shown', () =>
    expect(isNsfw([scores({ Porn: 0.39, Neutral: 0.61 })])).toBe(false));
  test("a suggestive picture is held back only when there's hardly any doubt", () => {
    expect(isNsfw([scores({ Sexy: 0.8, Neutral: 0.2 })])).toBe(false);
    expect(isNsfw([scores({ Sexy: 0.9, Neutral: 0.1 })])).toBe(true);
  });
  test("one uncertain frame of a video isn't enough; two are, or a certain one", () => {
    const suspect = scores({ Porn: 0.5, Neutral: 0.5 });
    expect(isNsfw([harmless, suspect, harmless])).toBe(false);
    expect(isNsfw([suspect, harmless, suspect])).toBe(true);
    expect(isNsfw([harmless, scores({ Porn: 0.9 }), harmless])).toBe(true);
  });
});

describe('where a video is sampled', () => {
  test('ten times, evenly spread, without the first and last moment', () => {
    const times = sampleTimes(100);
    expect(times).toHaveLength(10);
    expect(times[0]).toBe(5);
    expect(times[9]).toBe(95);
  });
  test('once per second in a short one, at least twice', () => {
    expect(sampleTimes(3)).toEqual([0.5, 1.5, 2.5]);
    expect(sampleTimes(0.04)).toEqual([0.01, 0.03]);
  });
  test('in the first half minute when its length is unknown', () => {
    expect(Math.max(...sampleTimes(null))).toBeLessThan(30);
  });
});

describe('ranges (RFC 9110, section 14.1.2)', () => {
  test.each([
    [undefined, { kind: 'whole' }],
    ['bytes=0-0', { kind: 'part', start: 0, end: 0 }],
    ['bytes=10-', { kind: 'part', start: 10, end: 99 }],
    ['bytes=90-200', { kind: 'part', start: 90, end: 99 }],
    ['bytes=-5', { kind: 'part', start: 95, end: 99 }],
    ['bytes=-500', { kind: 'part', start: 0, end: 99 }],
    ['bytes=100-', { kind: 'unsatisfiable' }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
    ['bytes=5-4', { kind: 'whole' }],
    ['bytes=0-1,4-5', { kind: 'whole' }],
    ['lines=0-1', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
  ])('%s', (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });
});

test("the contract and the storage name a profile picture's small version the same", () => {
  expect(smallProfilePath('/abc.jpg')).toBe(smallPath('/abc.jpg'));
});

test('every file of a medium is named after its original', () => {
  expect(filesOf('/abc.jpg')).toEqual([
    'abc.jpg',
    'abc-private-raw.jpg',
    'abc-private-raw-clean.jpg',
    'abc-small.webp',
    'abc-poster.webp',
    'abc-320.webp',
    'abc-640.webp',
    'abc-1080.webp',
  ]);
});
