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
    ['a phone’s 50 million pixels, turned', { isTurned: true }],
    ['a progressive JPEG of as many', { isInterlaced: true }],
    ['a progressive JPEG of as many, turned', { isInterlaced: true, isTurned: true }],
    ['a PNG with transparency', { extension: 'png', channels: 4 }],
    ['an interlaced PNG with transparency', { extension: 'png', channels: 4, isInterlaced: true }],
    ['a PNG of 16 bits a channel', { extension: 'png', channels: 4, depth: 2 }],
    ['a WebP of 24 million pixels', { extension: 'webp', channels: 4, width: 6000, height: 4000 }],
    ['an AVIF of 18 million pixels', { extension: 'avif', width: 5184, height: 3456 }],
    ['an animation of 240 frames', { extension: 'gif', width: 500, height: 500, frames: 240, channels: 4 }],
    ['an animated WebP of 240 frames', { extension: 'webp', width: 500, height: 500, frames: 240, channels: 4 }],
  ])('accepts %s', (_name, given) => {
    expect(costRefusal(header(given))).toBeUndefined();
  });

  test.each<[string, Partial<PictureHeader>, RegExp]>([
    ['an interlaced PNG of 16 bits', { extension: 'png', channels: 4, depth: 2, isInterlaced: true }, /415 MB.*JPEG/],
    [
      'a progressive JPEG with all its color, turned',
      { isInterlaced: true, isTurned: true, hasSparseColor: false },
      /467 MB/,
    ],
    ['a PNG of 16 bits that is turned', { extension: 'png', channels: 4, depth: 2, isTurned: true }, /415 MB/],
    ['a WebP of 52 million pixels', { extension: 'webp' }, /778 MB/],
    ['an AVIF of 10 bits', { extension: 'avif', depth: 2, width: 5000, height: 3500 }, /525 MB/],
    ['a GIF of 52 million pixels', { extension: 'gif' }, /726 MB/],
    ['more pixels than anyone takes', { width: 8000 }, /8000 × 7200 pixels/],
    ['one long row', { width: 20_000, height: 10 }, /20000 × 10 pixels/],
    ['too many frames', { extension: 'gif', width: 100, height: 100, frames: 1001 }, /too many frames/],
    ['too many pixels in all frames', { extension: 'gif', width: 1000, height: 1000, frames: 61 }, /too many frames/],
  ])('refuses %s', (_name, given, words) => {
    expect(costRefusal(header(given))).toMatch(words);
  });

  test('interlaced and rotated pictures count in full, others by the row', () => {
    expect(workBytes(header({}))).toBe(0);
    expect(workBytes(header({ isTurned: true }))).toBe(7200 * 7200 * 3);
    expect(workBytes(header({ extension: 'png', channels: 4, depth: 2, isInterlaced: true }))).toBe(7200 * 7200 * 8);
  });
});
