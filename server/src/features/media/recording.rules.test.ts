import { describe, expect, test } from 'vitest';
import type { VideoHeader } from './processing/probe-process.service.ts';
import { mayDecodeExactly, videoRefusal } from './recording.rules.ts';

const header = (given: Partial<VideoHeader>): VideoHeader => ({
  format: 'AVC',
  width: 3840,
  height: 2160,
  depth: 8,
  samples: 1.5,
  references: 4,
  ...given,
});

describe("Videos are refused for their cost before they're decoded", () => {
  test.each<[string, Partial<VideoHeader>]>([
    ['4K', {}],
    ['4K with 16 reference frames', { references: 16 }],
    ['10-bit 4K', { depth: 10 }],
    ['8K', { width: 7680, height: 4320 }],
    ['10-bit 8K in a format that does not state its reference frames', { width: 7680, height: 4320, references: null }],
    ['a 36-megapixel video', { width: 6000, height: 6000, references: 1 }],
  ])('accepts %s', (_name, given) => {
    expect(videoRefusal(header(given))).toBeUndefined();
  });

  test.each<[string, Partial<VideoHeader>, RegExp]>([
    ['a 64-megapixel video', { width: 8000, height: 8000 }, /8000 × 8000 pixels.*36 million.*lower resolution/],
    ['8K with 16 reference frames', { width: 7680, height: 4320, references: 16 }, /16 reference frames takes 896 MB/],
    ['8K without chroma subsampling', { width: 7680, height: 4320, samples: 3 }, /598 MB/],
    ['10-bit 4K with 16 reference frames', { depth: 10, references: 16 }, /448 MB/],
  ])('refuses %s', (_name, given, words) => {
    expect(videoRefusal(header(given))).toMatch(words);
  });

  test('only key frames of very large videos are decoded', () => {
    expect(mayDecodeExactly(3840, 2160)).toBe(true);
    expect(mayDecodeExactly(7680, 4320)).toBe(false);
    expect(mayDecodeExactly(null, null)).toBe(true);
  });
});
