import { describe, expect, test } from 'vitest';
import { costRefusal, type PictureHeader, shrinkingFor, workBytes } from './picture-cost.service.ts';

const header = (given: Partial<PictureHeader>): PictureHeader => ({
  extension: 'jpg',
  width: 7200,
  height: 7200,
  frames: 1,
  channels: 3,
  depth: 1,
  isInterlaced: false,
  isTurned: false,
  hasSparseColor: true,
  ...given,
});

describe("Pictures are refused for their cost before they're decoded", () => {
  test.each<[string, Partial<PictureHeader>]>([
    ['a rotated 50-megapixel phone picture', { isTurned: true }],
    ['a progressive JPEG of the same size', { isInterlaced: true }],
    ['a rotated progressive JPEG of the same size', { isInterlaced: true, isTurned: true }],
    ['a PNG with transparency', { extension: 'png', channels: 4 }],
    ['an interlaced PNG with transparency', { extension: 'png', channels: 4, isInterlaced: true }],
    ['a PNG with 16 bits per channel', { extension: 'png', channels: 4, depth: 2 }],
    ['a 63-megapixel panorama', { width: 16_382, height: 3840 }],
    ['a 108-megapixel phone picture', { width: 12_000, height: 9000, isTurned: true }],
    ['a 108-megapixel progressive JPEG', { width: 12_000, height: 9000, isInterlaced: true }],
    ['a 200-megapixel JPEG', { width: 16_320, height: 12_240 }],
    ['an extremely wide JPEG', { width: 20_000, height: 10 }],
    ['a 63-megapixel WebP', { extension: 'webp', width: 16_382, height: 3840 }],
    [
      'a rotated progressive JPEG without chroma subsampling',
      { isInterlaced: true, isTurned: true, hasSparseColor: false },
    ],
    ['a 24-megapixel WebP', { extension: 'webp', channels: 4, width: 6000, height: 4000 }],
    ['an 18-megapixel AVIF', { extension: 'avif', width: 5184, height: 3456 }],
    ['a GIF with 240 frames', { extension: 'gif', width: 500, height: 500, frames: 240, channels: 4 }],
    ['an animated WebP with 240 frames', { extension: 'webp', width: 500, height: 500, frames: 240, channels: 4 }],
  ])('accepts %s', (_name, given) => {
    expect(costRefusal(header(given))).toBeUndefined();
  });

  test.each<[string, Partial<PictureHeader>, RegExp]>([
    [
      'an interlaced PNG with 16 bits per channel',
      { extension: 'png', channels: 4, depth: 2, isInterlaced: true },
      /415 MB.*JPEG/,
    ],
    ['a rotated PNG with 16 bits per channel', { extension: 'png', channels: 4, depth: 2, isTurned: true }, /415 MB/],
    ['a 108-megapixel WebP', { extension: 'webp', width: 12_000, height: 9000 }, /1620 MB.*380 MB is the most/],
    ['a 10-bit AVIF', { extension: 'avif', depth: 2, width: 5000, height: 3500 }, /525 MB/],
    ['a 52-megapixel GIF', { extension: 'gif' }, /726 MB/],
    ['a JPEG with more pixels than any camera takes', { width: 30_000 }, /30000 × 7200 pixels.*At most 208 million/],
    [
      'a PNG with more pixels than cameras take',
      { extension: 'png', width: 8000 },
      /8000 × 7200 pixels.*At most 52 million/,
    ],
    ['an extremely wide PNG', { extension: 'png', width: 20_000, height: 10 }, /20000 × 10 pixels.*16383 a side/],
    ['too many frames', { extension: 'gif', width: 100, height: 100, frames: 1001 }, /too many frames/],
    [
      'too many pixels across all frames',
      { extension: 'gif', width: 1000, height: 1000, frames: 61 },
      /too many frames/,
    ],
  ])('refuses %s', (_name, given, words) => {
    expect(costRefusal(header(given))).toMatch(words);
  });

  test('are made smaller only as far as necessary, and less so when sent as a file', () => {
    const panorama = header({ width: 16_382, height: 3840 });
    expect([shrinkingFor(header({})), shrinkingFor(panorama), shrinkingFor(panorama, true)]).toEqual([1, 2, 1]);
    const largest = { width: 16_320, height: 12_240, isInterlaced: true };
    expect([shrinkingFor(header(largest)), shrinkingFor(header({ ...largest, extension: 'png' }), true)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('interlaced and rotated pictures count in full, others by the row', () => {
    expect(workBytes(header({}))).toBe(0);
    expect(workBytes(header({ isTurned: true }))).toBe(7200 * 7200 * 3);
    expect(workBytes(header({ extension: 'png', channels: 4, depth: 2, isInterlaced: true }))).toBe(7200 * 7200 * 8);
  });
});
