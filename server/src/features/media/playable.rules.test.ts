import { expect, test } from 'vitest';
import { isUnplayable, playablePlan } from './playable.rules.ts';
import type { VideoHeader } from './processing/probe-process.service.ts';

const video = (given: Partial<VideoHeader>): VideoHeader => ({
  format: 'AVC',
  ...{ width: 1280, height: 720, depth: 8, samples: 1.5, references: 4 },
  ...given,
});
const streams = (given: Partial<VideoHeader> = {}, ...audioFormats: string[]) => ({
  videos: [video(given)],
  audioFormats,
});

test.each([
  ['mp4', streams({}, 'AAC')],
  ['mp4', streams({ format: 'AV1' }, 'Opus')],
  ['mp4', streams({}, 'MPEG Audio')],
  ['webm', streams({ format: 'VP9' }, 'Opus')],
  ['mp4', streams()],
])('what every browser decodes stays as it is: %s, %j', (extension, given) => {
  expect(playablePlan(extension, given)).toBe('nothing');
});

test.each(['mov', '3gp', 'mkv'])('the same in a %s is only moved to another container', (extension) => {
  expect(playablePlan(extension, streams({}, 'AAC'))).toBe('rewrap');
  expect(isUnplayable(extension, streams({}, 'AAC'))).toBe(false);
});

test.each([
  ['mov', streams({ format: 'HEVC', depth: 10 }, 'AAC')],
  ['mp4', streams({ format: 'HEVC' }, 'AAC')],
  ['mov', streams({ format: 'ProRes', depth: 10, samples: 2 }, 'PCM')],
  ['mp4', streams({ depth: 10 }, 'AAC')],
  ['mp4', streams({ samples: 3 }, 'AAC')],
  ['mp4', streams({}, 'AAC', 'AC-3')],
  ['3gp', streams({ format: 'H.263' }, 'AMR')],
  ['avi', streams({}, 'AAC')],
  ['ts', streams({}, 'AAC')],
])('anything else is converted, or named as what may not play: %s, %j', (extension, given) => {
  expect(playablePlan(extension, given)).toBe('convert');
  expect(isUnplayable(extension, given)).toBe(true);
});

test('an older WebM is converted if possible, though it plays anyway', () => {
  const older = streams({ format: 'VP8' }, 'Vorbis');
  expect(playablePlan('webm', older)).toBe('convert');
  expect(isUnplayable('webm', older)).toBe(false);
});
