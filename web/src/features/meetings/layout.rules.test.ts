import { expect, test } from 'vitest';
import { bestGrid, encodingFor } from '#features/meetings/layout.rules.ts';

test.each([
  [1, 1440, 800, 1],
  [2, 1440, 800, 2],
  [3, 1280, 620, 2],
  [4, 1440, 800, 2],
  [6, 1440, 800, 3],
  [8, 1440, 800, 3],
  [1, 390, 750, 1],
  [2, 390, 700, 1],
  [4, 390, 700, 2],
  [8, 390, 700, 2],
])('lays out %i tiles in %i x %i pixels in %i columns', (count, width, height, columns) => {
  expect(bestGrid(count, width, height).columns).toBe(columns);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'makes %i tiles fill the space well, stay inside it, and not cut off faces',
  (count) => {
    for (const [width, height] of [
      [1440, 800],
      [390, 700],
      [320, 480],
      [1024, 600],
    ] as const) {
      const grid = bestGrid(count, width, height);
      const rows = Math.ceil(count / grid.columns);
      expect(grid.columns * grid.width + (grid.columns - 1) * 8).toBeLessThanOrEqual(width);
      expect(rows * grid.height + (rows - 1) * 8).toBeLessThanOrEqual(height);
      expect((count * grid.width * grid.height) / (width * height)).toBeGreaterThan(0.5);
      expect(grid.width / grid.height).toBeLessThan(1.8);
      expect(grid.width / grid.height).toBeGreaterThan(width > height ? 1.33 : 0.5);
    }
  },
);

test("lowers each video's bitrate as the number of receivers grows", () => {
  const costs = [1, 2, 3, 4, 5, 6, 7].map((receivers) => encodingFor(receivers, false).maxBitrate);
  expect([...costs].sort((one, other) => other - one)).toEqual(costs);
  expect(encodingFor(7, false).maxBitrate * 7).toBeLessThanOrEqual(2_600_000);
  expect(encodingFor(7, true).scaleResolutionDownBy).toBe(1);
});
