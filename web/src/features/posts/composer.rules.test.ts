import { describe, expect, test } from 'vitest';
import {
  fitWithin,
  jpegName,
  pickFiles,
  placeAmong,
  previewAfterAdding,
  previewAfterRemoving,
  previewStep,
} from '#features/posts/composer.rules.ts';

const file = (name: string, type: string) => ({ name, type });
const pictures = (count: number) => Array.from({ length: count }, (_, index) => file(`${index}.png`, 'image/png'));

describe('picking files', () => {
  test('accepts images, video and audio', () => {
    const chosen = [file('a.png', 'image/png'), file('b.mp4', 'video/mp4'), file('c.mp3', 'audio/mpeg')];
    expect(pickFiles(0, chosen)).toEqual({ accepted: chosen });
  });

  test("accepts a phone's HEIC whose type the browser doesn't know", () => {
    const chosen = [file('IMG_0001.HEIC', ''), file('b.heif', 'image/heif')];
    expect(pickFiles(0, chosen)).toEqual({ accepted: chosen });
  });

  test('leaves out other files with an alert and still adds the rest', () => {
    expect(pickFiles(0, [file('a.png', 'image/png'), file('b.pdf', 'application/pdf'), file('c', '')])).toEqual({
      accepted: [file('a.png', 'image/png')],
      alert: 'Some files were not added because they are not supported media formats.',
    });
  });

  test('allows ten files, and adds none of the new ones if that makes more', () => {
    expect(pickFiles(7, pictures(3)).accepted).toHaveLength(3);
    expect(pickFiles(8, pictures(3))).toEqual({ accepted: [], alert: 'You can upload a maximum of 10 files.' });
    expect(pickFiles(10, pictures(1)).alert).toBe('You can upload a maximum of 10 files.');
  });

  test("doesn't count unsupported files toward the limit", () => {
    const picked = pickFiles(9, [file('a.png', 'image/png'), file('b.pdf', 'application/pdf')]);
    expect(picked.accepted).toHaveLength(1);
    expect(picked.alert).toBe('Some files were not added because they are not supported media formats.');
  });
});

describe('the preview', () => {
  test('moves to the first new file', () => {
    expect(previewAfterAdding(3, 2, 0)).toBe(3);
    expect(previewAfterAdding(3, 0, 1)).toBe(1);
  });

  test.each([
    [2, 2, 1],
    [1, 2, 1],
    [0, 2, 0],
    [0, 0, 0],
    [5, 3, 4],
  ])('at %d with %d left, goes to %d', (current, remaining, next) => {
    expect(previewAfterRemoving(current, remaining)).toBe(next);
  });

  test('wraps around at both ends', () => {
    expect(previewStep(2, 1, 3)).toBe(0);
    expect(previewStep(0, -1, 3)).toBe(2);
    expect(previewStep(1, 1, 3)).toBe(2);
    expect(previewStep(0, 1, 0)).toBe(0);
  });
});

describe('pictures before the upload', () => {
  test.each([
    [3840, 2160, 1920, 1080],
    [4000, 3000, 1440, 1080],
    [3000, 4000, 810, 1080],
    [800, 600, 800, 600],
    [10_000, 1, 1920, 1],
  ])('scales %d × %d to %d × %d', (width, height, fitWidth, fitHeight) => {
    expect(fitWithin({ width, height })).toEqual({ width: fitWidth, height: fitHeight });
  });

  test.each([
    ['holiday.PNG', 'holiday.jpg'],
    ['a.b.webp', 'a.b.jpg'],
    ['noextension', 'noextension.jpg'],
    ['.heic', 'image.jpg'],
  ])('renames %s to %s', (name, renamed) => {
    expect(jpegName(name)).toBe(renamed);
  });
});

test('a chosen community stays chosen, and is only lost when it is certain that the person cannot post there', () => {
  const [garden, kitchen] = [
    { handle: 'garden', name: 'Garden' },
    { handle: 'kitchen', name: 'Kitchen' },
  ];
  const lost = (places: (typeof garden)[] | undefined, hasMore = false) => placeAmong(places, garden, hasMore).isLost;
  expect([lost(undefined), lost([kitchen], true), lost([kitchen]), lost([])]).toEqual([false, false, true, true]);
  const asked = { handle: 'GARDEN', name: 'GARDEN' };
  expect(placeAmong([garden, kitchen], asked, false)).toEqual({
    known: [garden, kitchen],
    place: garden,
    isLost: false,
  });
  expect(placeAmong([kitchen], garden, false)).toEqual({ known: [kitchen, garden], place: garden, isLost: true });
  expect(placeAmong([kitchen], undefined, false)).toEqual({ known: [kitchen], place: undefined, isLost: false });
});
