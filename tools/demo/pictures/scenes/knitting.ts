import { shade } from '../colour.ts';
import type { Scene } from '../scene.ts';
import { n, rect, shape, times } from '../svg.ts';

/** Knitting: bands of motifs, each stitch a V. */
export const knitting: Scene = (r, width, height) => {
  const [wool, ...yarns] = r.pick([
    ['#f3e9dc', '#c9485b', '#2f5d62', '#dfa878', '#5e8b7e'],
    ['#22333b', '#f2f4f3', '#d1603d', '#e9c46a', '#7ea8be'],
    ['#7d2e46', '#f6e7cb', '#e8a87c', '#41b3a3', '#f3d9dc'],
    ['#3b5249', '#eef0e7', '#f2b5a7', '#d9bf77', '#a4b494'],
  ] as const);
  const stitch = Math.max(width, height) / 74;
  const tall = stitch * 0.86;
  const rows = Math.ceil(height / tall) + 2;
  const columns = Math.ceil(width / stitch) + 1;
  const motif = (size: number): boolean[][] => {
    const half = Math.ceil(size / 2);
    const quarter = Array.from({ length: size }, () => Array.from({ length: half }, () => r.chance(0.42)));
    return quarter.map((_, y) => {
      const row = quarter[y < half ? y : size - 1 - y] ?? [];
      return Array.from({ length: size }, (_unused, x) => row[x < half ? x : size - 1 - x] ?? false);
    });
  };
  const diamond = (size: number) =>
    Array.from({ length: size }, (_, y) =>
      Array.from({ length: size }, (_unused, x) => {
        const away = Math.abs(x - (size - 1) / 2) + Math.abs(y - (size - 1) / 2);
        return away < size / 2 && (away > size / 2 - 1.6 || away < 1.4);
      }),
    );
  const grid: string[][] = [];
  while (grid.length < rows) {
    const size = r.pick([5, 7, 9, 11]);
    const pattern = r.chance(0.35) ? diamond(size) : motif(size);
    const [back, front] = r.chance(0.6) ? [wool, r.pick(yarns)] : [r.pick(yarns), wool];
    for (const row of pattern)
      grid.push(Array.from({ length: columns }, (_, x) => (row[x % (size + 1)] ? front : back)));
    for (let gap = r.int(1, 2); gap > 0; gap -= 1) {
      const [even, odd] = [wool, r.pick(yarns)];
      grid.push(Array.from({ length: columns }, (_, x) => (x % 2 === gap % 2 ? even : odd)));
    }
    grid.push(Array.from({ length: columns }, () => wool));
  }
  const half = stitch / 2;
  const v = (x: number, y: number, colour: string) => {
    const side = (way: number) =>
      shape(
        `M${n(x)} ${n(y + tall * 1.25)}Q${n(x + way * half * 0.25)} ${n(y + tall * 0.5)} ${n(x + way * half * 0.92)} ${n(y)}Q${n(x + way * half * 1.02)} ${n(y + tall * 0.75)} ${n(x + way * half * 0.12)} ${n(y + tall * 1.35)}Z`,
        shade(colour, (way > 0 ? -0.035 : 0.012) + r.range(-0.02, 0.02)),
      );
    return side(-1) + side(1);
  };
  return (
    rect(0, 0, width, height, shade(wool, -0.2)) +
    times(rows, (y) => times(columns, (x) => v(x * stitch + half, (y - 1) * tall, grid[y]?.[x] ?? wool)))
  );
};
