import { describe, expect, test } from 'vitest';
import { costRefusal, type PictureHeader, workBytes } from './picture-cost.ts';

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
    [
      'a rotated progressive JPEG without chroma subsampling',
      { isInterlaced: true, isTurned: true, hasSparseColor: false },
      /467 MB/,
    ],
    ['a rotated PNG with 16 bits per channel', { extension: 'png', channels: 4, depth: 2, isTurned: true }, /415 MB/],
    ['a 52-megapixel WebP', { extension: 'webp' }, /778 MB/],
    ['a 10-bit AVIF', { extension: 'avif', depth: 2, width: 5000, height: 3500 }, /525 MB/],
    ['a 52-megapixel GIF', { extension: 'gif' }, /726 MB/],
    ['more pixels than any camera takes', { width: 8000 }, /8000 × 7200 pixels/],
    ['an extremely wide picture', { width: 20_000, height: 10 }, /20000 × 10 pixels/],
    ['too many frames', { extension: 'gif', width: 100, height: 100, frames: 1001 }, /too many frames/],
    [
      'too many pixels across all frames',
      { extension: 'gif', width: 1000, height: 1000, frames: 61 },
      /too many frames/,
    ],
  ])('refuses %s', (_name, given, words) => {
    expect(costRefusal(header(given))).toMatch(words);
  });

  test('interlaced and rotated pictures count in full, others by the row', () => {
    expect(workBytes(header({}))).toBe(0);
    expect(workBytes(header({ isTurned: true }))).toBe(7200 * 7200 * 3);
    expect(workBytes(header({ extension: 'png', channels: 4, depth: 2, isInterlaced: true }))).toBe(7200 * 7200 * 8);
  });
});
