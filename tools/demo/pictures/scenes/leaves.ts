import { mix, shade } from '../colour.ts';
import type { Scene } from '../scene.ts';
import { blur, circle, ellipse, group, n, radial, rect, stroke, times } from '../svg.ts';
import { leaf, turned } from './plants.ts';

/** Big leaves over each other, lit from above. */
export const leaves: Scene = (r, width, height) => {
  const [ground, greens, accent] = r.pick([
    ['#0b2b26', ['#163832', '#235347', '#3f7d58', '#8eb69b', '#1b4332'], '#f4a261'],
    ['#fbe8d3', ['#2d6a4f', '#52b788', '#95d5b2', '#40916c', '#b7e4c7'], '#e76f51'],
    ['#2b193d', ['#5f4b8b', '#7d5ba6', '#55b2a0', '#2c365e', '#a1c6ea'], '#ff8c9f'],
  ] as const);
  const size = Math.min(width, height);
  const defs =
    blur('low', size * 0.012) +
    radial('lit', [
      [0, '#fff7d6', 0.4],
      [1, '#fff7d6', 0],
    ]);
  const fern = (long: number, colour: string) =>
    stroke(`M0 0L0 ${n(-long)}`, shade(colour, -0.06), long * 0.016) +
    times(15, (index) => {
      const up = (long * (index + 1)) / 16;
      const part = long * 0.34 * (1 - index / 17);
      return [-62, 62]
        .map((angle) =>
          turned(leaf(part, part * 0.16, shade(colour, r.range(-0.03, 0.04)), shade(colour, 0.08)), 0, -up, angle),
        )
        .join('');
    });
  const one = (index: number, layer: number) => {
    const colour = mix(r.pick(greens), ground, layer === 0 ? 0.55 : 0.12);
    const long = size * r.range(0.32, 0.62);
    const veins = times(8, (step) => {
      const from = -long * (0.14 + step * 0.09);
      const out = long * 0.12;
      const up = -long * 0.09;
      return stroke(
        `M${n(out)} ${n(from + up)}L0 ${n(from)}L${n(-out)} ${n(from + up)}`,
        shade(colour, 0.08),
        1.4,
        'opacity="0.7"',
      );
    });
    const drawn =
      index % 3 === 0 ? fern(long, colour) : leaf(long, long * r.range(0.2, 0.36), colour, shade(colour, 0.08)) + veins;
    return turned(drawn, r.range(-0.05, 1.05) * width, r.range(0.05, 1.25) * height, r.range(-75, 75));
  };
  const flowers = times(r.int(2, 6), () => {
    const x = r.range(0.1, 0.9) * width;
    const y = r.range(0.1, 0.9) * height;
    const petal = size * r.range(0.045, 0.08);
    return (
      times(6, (index) => turned(leaf(petal, petal * 0.4, accent, shade(accent, 0.08)), x, y, index * 60)) +
      circle(x, y, petal * 0.24, '#fff1c9')
    );
  });
  return `<defs>${defs}</defs>${rect(0, 0, width, height, ground)}${group(
    times(22, (index) => one(index, 0)),
    'filter="url(#low)"',
  )}${times(34, (index) => one(index, 1))}${flowers}${ellipse(width * 0.7, height * 0.1, width * 0.6, height * 0.6, 'url(#lit)')}`;
};
