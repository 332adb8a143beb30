import type { Scene } from '../scene.ts';
import { circle, group, n, path, rect, shape, times } from '../svg.ts';

const posterColours = [
  ['#f4ecd8', '#d1495b', '#00798c', '#edae49', '#30343f'],
  ['#fdf6ec', '#e4572e', '#17bebb', '#ffc914', '#2e282a'],
  ['#1f2041', '#ffc857', '#e9724c', '#c5283d', '#e8f1f2'],
  ['#eae2d6', '#3d5a80', '#ee6c4d', '#98c1d9', '#293241'],
  ['#f7d9d9', '#5f0f40', '#fb8b24', '#0f4c5c', '#e36414'],
] as const;

/** A poster of quarter circles, arcs, dots and stripes on a grid. */
export const poster: Scene = (r, width, height) => {
  const [paper, ...inks] = r.pick(posterColours);
  const across = width > height ? 6 : 4;
  const margin = Math.min(width, height) * 0.07;
  const cell = (width - 2 * margin) / across;
  const down = Math.floor((height - 2 * margin) / cell);
  const top = (height - down * cell) / 2;
  const tile = (x: number, y: number) => {
    const [back, front, third] = r.shuffled([paper, ...inks]) as [string, string, string];
    const turn = r.int(0, 3) * 90;
    const box = rect(0, 0, cell + 0.5, cell + 0.5, back);
    const quarter = (radius: number, fill: string) =>
      shape(`M0 0H${n(radius)}A${n(radius)} ${n(radius)} 0 0 1 0 ${n(radius)}Z`, fill);
    const kinds = [
      () => quarter(cell, front),
      () => quarter(cell, front) + quarter(cell * 0.66, third) + quarter(cell * 0.33, back),
      () =>
        circle(cell / 2, cell / 2, cell * 0.36, front) +
        (r.chance(0.5) ? circle(cell / 2, cell / 2, cell * 0.15, third) : ''),
      () =>
        shape(
          path([
            [0, 0],
            [cell, 0],
            [0, cell],
          ]),
          front,
        ),
      () => times(4, (index) => rect(0, (cell * index) / 4, cell, cell / 8, front)),
      () =>
        times(9, (index) =>
          circle(cell * (0.2 + (index % 3) * 0.3), cell * (0.2 + Math.floor(index / 3) * 0.3), cell * 0.085, front),
        ),
      () =>
        shape(`M0 ${n(cell / 2)}A${n(cell / 2)} ${n(cell / 2)} 0 0 1 ${n(cell)} ${n(cell / 2)}Z`, front) +
        shape(`M0 ${n(cell)}A${n(cell / 2)} ${n(cell / 2)} 0 0 1 ${n(cell)} ${n(cell)}Z`, third),
      () => shape(`M0 0Q${n(cell)} 0 ${n(cell)} ${n(cell)}Q0 ${n(cell)} 0 0Z`, front),
    ];
    return group(
      box + r.pick(kinds)(),
      `transform="translate(${n(x)} ${n(y)}) rotate(${turn} ${n(cell / 2)} ${n(cell / 2)})"`,
    );
  };
  return (
    rect(0, 0, width, height, paper) +
    times(across * down, (index) => tile(margin + (index % across) * cell, top + Math.floor(index / across) * cell))
  );
};
