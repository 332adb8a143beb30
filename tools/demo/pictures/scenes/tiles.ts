import { shade } from '../colour.ts';
import type { Scene } from '../scene.ts';
import { circle, group, n, path, rect, shape, stroke, times } from '../svg.ts';

/** Painted wall tiles. */
export const tiles: Scene = (r, width, height) => {
  const [glaze, ...paints] = r.pick([
    ['#f7f7f2', '#1d4e89', '#7fb7be', '#f2c14e'],
    ['#fbf3e4', '#b23a48', '#2f6690', '#e9b44c'],
    ['#eef4ed', '#13315c', '#8da9c4', '#134074'],
    ['#fff8f0', '#2b7a78', '#de6b48', '#f4b393'],
  ] as const);
  const size = Math.max(width, height) / r.int(5, 7);
  const half = size / 2;
  const seed = { petals: r.pick([4, 8]), ring: r.chance(0.6), corner: r.int(0, 2), inner: r.int(0, 2) };
  const [main, second, third] = paints as readonly [string, string, string];
  const petal = (long: number, wide: number, colour: string, angle: number) =>
    group(
      shape(
        `M0 0C${n(wide)} ${n(-long * 0.35)} ${n(wide)} ${n(-long * 0.7)} 0 ${n(-long)}C${n(-wide)} ${n(-long * 0.7)} ${n(-wide)} ${n(-long * 0.35)} 0 0Z`,
        colour,
      ),
      `transform="rotate(${angle})"`,
    );
  const corner = (x: number, y: number) => {
    const marks = [
      circle(0, 0, size * 0.3, main) + circle(0, 0, size * 0.22, glaze) + circle(0, 0, size * 0.13, third),
      circle(0, 0, size * 0.26, second) + times(4, (index) => petal(size * 0.34, size * 0.09, main, index * 90 + 45)),
      shape(
        path([
          [0, -size * 0.3],
          [size * 0.3, 0],
          [0, size * 0.3],
          [-size * 0.3, 0],
        ]),
        main,
      ) + circle(0, 0, size * 0.1, third),
    ];
    return group(marks[seed.corner] ?? '', `transform="translate(${n(x)} ${n(y)})"`);
  };
  const tile = (x: number, y: number) => {
    const tone = shade(glaze, r.range(-0.025, 0.008));
    const middle = [
      times(seed.petals, (index) =>
        petal(half * 0.74, half * 0.22, index % 2 ? second : main, (index * 360) / seed.petals),
      ) + circle(0, 0, size * 0.07, third),
      circle(0, 0, half * 0.6, second) +
        times(8, (index) => petal(half * 0.58, half * 0.13, main, index * 45)) +
        circle(0, 0, half * 0.14, glaze),
      times(4, (index) => {
        const curl = (side: number) =>
          stroke(
            `M0 ${n(-half * 0.1)}C${n(side * half * 0.5)} ${n(-half * 0.2)} ${n(side * half * 0.5)} ${n(-half * 0.8)} ${n(side * half * 0.06)} ${n(-half * 0.62)}`,
            main,
            size * 0.03,
          );
        return group(
          curl(-1) + curl(1) + circle(0, -half * 0.4, size * 0.045, third),
          `transform="rotate(${index * 90})"`,
        );
      }) + circle(0, 0, size * 0.08, second),
    ];
    const ring = seed.ring
      ? circle(0, 0, half * 0.84, 'none', `stroke="${main}" stroke-width="${n(size * 0.022)}"`)
      : '';
    const inside =
      group(ring + (middle[seed.inner] ?? ''), `transform="translate(${n(half)} ${n(half)})"`) +
      corner(0, 0) +
      corner(size, 0) +
      corner(0, size) +
      corner(size, size);
    const shine = shape(
      path([
        [size * 0.06, size * 0.06],
        [size * 0.5, size * 0.06],
        [size * 0.06, size * 0.5],
      ]),
      '#ffffff',
      'opacity="0.11"',
    );
    return `<svg x="${n(x)}" y="${n(y)}" width="${n(size - 2)}" height="${n(size - 2)}" viewBox="0 0 ${n(size)} ${n(size)}">${rect(0, 0, size, size, tone)}${inside}${shine}</svg>`;
  };
  const across = Math.ceil(width / size) + 1;
  const down = Math.ceil(height / size) + 1;
  return (
    rect(0, 0, width, height, '#b9b3a8') +
    times(across * down, (index) =>
      tile((index % across) * size - half / 2, Math.floor(index / across) * size - half / 2),
    )
  );
};
