import { mix, shade } from '../colour.ts';
import { ridge } from '../random.ts';
import type { Scene } from '../scene.ts';
import { blur, ellipse, group, linear, n, type Point, path, rect, shape, stroke, times } from '../svg.ts';

/** Trunks in morning fog with light falling between them. */
export const forest: Scene = (r, width, height) => {
  const [fog, near, ray, leaf] = r.pick([
    ['#e9efe2', '#20301f', '#fff6cf', '#7f9c4b'],
    ['#f3e3cf', '#38241b', '#ffe2ad', '#c9742d'],
    ['#dfeaf0', '#1d2f38', '#ffffff', '#6d93a0'],
  ] as const);
  const defs =
    linear('fog', [
      [0, shade(fog, 0.02)],
      [0.7, fog],
      [1, mix(fog, leaf, 0.4)],
    ]) +
    linear('ray', [
      [0, ray, 0.75],
      [1, ray, 0],
    ]) +
    blur('soft', width * 0.01) +
    blur('leaves', width * 0.0022);
  let trees = '';
  const depths = 6;
  for (let depth = 0; depth < depths; depth += 1) {
    const share = depth / (depths - 1);
    const colour = mix(mix(fog, leaf, 0.12), near, share ** 1.3);
    const count = Math.round(15 - 9 * share);
    const foot = height * (0.68 + 0.24 * share);
    for (let index = 0; index < count; index += 1) {
      const x = width * ((index + r.range(0.05, 0.95)) / count);
      const wide = width * (0.006 + 0.03 * share ** 1.6) * r.range(0.6, 1.3);
      const bend = r.bell() * wide;
      const bottom = foot + r.bell() * height * 0.02;
      trees += shape(
        `M${n(x - wide)} ${n(bottom)}Q${n(x - wide * 0.6 + bend)} ${n(height * 0.4)} ${n(x - wide * 0.55)} -5L${n(x + wide * 0.55)} -5Q${n(x + wide * 0.7 + bend)} ${n(height * 0.4)} ${n(x + wide * 1.2)} ${n(bottom + wide * 0.4)}Z`,
        colour,
      );
      if (r.chance(0.8)) {
        const up = height * r.range(0.05, 0.4);
        const way = r.chance(0.5) ? 1 : -1;
        trees += stroke(
          `M${n(x)} ${n(up + wide * 3)}Q${n(x + way * wide * 3)} ${n(up)} ${n(x + way * wide * r.range(4, 9))} ${n(up - height * 0.05)}`,
          colour,
          wide * 0.4,
        );
      }
    }
    trees += group(
      times(Math.round(60 + 50 * share), () => {
        const x = r.range(0, width);
        const y = r.next() ** 1.8 * height * (0.34 + 0.05 * share);
        return ellipse(
          x,
          y,
          width * r.range(0.006, 0.02) * (0.5 + share),
          width * r.range(0.004, 0.012) * (0.5 + share),
          mix(mix(fog, leaf, 0.5), shade(leaf, -0.22), share * r.range(0.5, 1)),
          'opacity="0.7"',
        );
      }),
      'filter="url(#leaves)"',
    );
    const floor = ridge(r, 0.5);
    const line: Point[] = [];
    for (let x = 0; x <= width + 10; x += 10)
      line.push([x, foot + floor(x / (width * 0.4) + depth * 9) * height * 0.025]);
    trees += shape(
      path([...line, [width + 10, height], [0, height]]),
      mix(mix(fog, leaf, 0.45), mix(near, leaf, 0.2), share ** 1.1),
      'opacity="0.75"',
    );
    if (depth === 2) {
      trees += group(
        times(7, () => {
          const x = r.range(-0.1, 1) * width;
          const wide = width * r.range(0.02, 0.07);
          const slant = width * 0.28;
          return shape(
            path([
              [x + slant, -10],
              [x + slant + wide, -10],
              [x + wide * 2.2, height * 0.88],
              [x, height * 0.88],
            ]),
            'url(#ray)',
            'opacity="0.4"',
          );
        }),
        'filter="url(#soft)"',
      );
    }
  }
  return `<defs>${defs}</defs>${rect(0, 0, width, height, 'url(#fog)')}${trees}`;
};
