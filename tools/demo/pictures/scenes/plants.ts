import { shade } from '../colour.ts';
import type { Random } from '../random.ts';
import { group, n, path, rect, shape, stroke, tenths, times } from '../svg.ts';

/** A leaf from 0, 0 upwards, `long` pixels. */
export function leaf(long: number, wide: number, colour: string, vein: string): string {
  return (
    shape(
      `M0 0C${n(-wide)} ${n(-long * 0.3)} ${n(-wide * 0.7)} ${n(-long * 0.8)} 0 ${n(-long)}C${n(wide * 0.7)} ${n(-long * 0.8)} ${n(wide)} ${n(-long * 0.3)} 0 0Z`,
      colour,
    ) +
    shape(
      `M0 0C${n(wide)} ${n(-long * 0.3)} ${n(wide * 0.7)} ${n(-long * 0.8)} 0 ${n(-long)}Z`,
      shade(colour, -0.035),
    ) +
    stroke(`M0 0L0 ${n(-long * 0.94)}`, vein, Math.max(1, long * 0.012))
  );
}

export const turned = (content: string, x: number, y: number, angle: number, scale = 1) =>
  group(content, `transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)}) scale(${tenths(scale * 10)})"`);

export function plant(r: Random, x: number, y: number, size: number, green: string, pot: string): string {
  const leaves = times(r.int(9, 14), (index) => {
    const angle = -78 + (index * 156) / 12 + r.bell() * 12;
    const long = size * r.range(0.5, 0.95);
    return turned(
      leaf(long, long * r.range(0.14, 0.26), shade(green, r.range(-0.07, 0.06)), shade(green, 0.09)),
      x,
      y - size * 0.5,
      angle,
    );
  });
  const wide = size * 0.3;
  return (
    leaves +
    shape(
      path([
        [x - wide, y - size * 0.55],
        [x + wide, y - size * 0.55],
        [x + wide * 0.74, y],
        [x - wide * 0.74, y],
      ]),
      pot,
    ) +
    shape(
      path([
        [x + wide * 0.25, y - size * 0.55],
        [x + wide, y - size * 0.55],
        [x + wide * 0.74, y],
        [x + wide * 0.2, y],
      ]),
      shade(pot, -0.06),
    ) +
    rect(x - wide * 1.08, y - size * 0.6, wide * 2.16, size * 0.11, shade(pot, 0.025))
  );
}

export function books(r: Random, x: number, y: number, size: number, palette: readonly string[]): string {
  let top = y;
  return times(r.int(2, 4), () => {
    const tall = size * r.range(0.14, 0.22);
    const wide = size * r.range(1, 1.4);
    const colour = r.pick(palette);
    const left = x - wide / 2 + r.bell() * size * 0.06;
    top -= tall;
    return (
      rect(left, top, wide, tall, colour, `rx="${n(size * 0.02)}"`) +
      rect(left + wide * 0.06, top + tall * 0.2, wide * 0.9, tall * 0.6, '#fff8ea', 'opacity="0.92"') +
      rect(left, top, wide * 0.16, tall, colour)
    );
  });
}
