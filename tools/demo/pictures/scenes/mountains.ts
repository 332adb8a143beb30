import { mix, shade } from '../colour.ts';
import { type Random, ridge } from '../random.ts';
import type { Scene } from '../scene.ts';
import {
  blur,
  circle,
  ellipse,
  group,
  linear,
  n,
  type Point,
  path,
  radial,
  rect,
  shape,
  stroke,
  tenths,
  times,
} from '../svg.ts';
import { firs } from './firs.ts';

interface Air {
  sky: readonly [top: string, middle: string, low: string];
  far: string;
  near: string;
  sun: string;
}

const airs: readonly Air[] = [
  { sky: ['#2b3a67', '#c46d7a', '#ffd8a0'], far: '#d79a93', near: '#1e1b2e', sun: '#fff1c9' },
  { sky: ['#3f7cac', '#95c5d8', '#f2efe4'], far: '#a9c6cf', near: '#153a3f', sun: '#ffffff' },
  { sky: ['#f0a868', '#f7cf9b', '#fdf0d9'], far: '#eebf93', near: '#5a2a27', sun: '#fffbe9' },
  { sky: ['#1c2541', '#5b6c9e', '#d7c9e3'], far: '#98a0c9', near: '#0f1630', sun: '#fff4f0' },
  { sky: ['#4d908e', '#a8d5ba', '#fff3d6'], far: '#a9cfb9', near: '#12302c', sun: '#fffdf0' },
  { sky: ['#6d597a', '#e5989b', '#ffcdb2'], far: '#d69aa0', near: '#2c1f3a', sun: '#ffe8d6' },
];

function clouds(r: Random, width: number, height: number, colour: string, count: number): string {
  return times(count, () => {
    const x = r.range(-0.1, 1.1) * width;
    const y = r.range(0.06, 0.42) * height;
    const long = r.range(0.12, 0.4) * width;
    return times(5, () =>
      ellipse(
        x + r.bell() * long * 0.4,
        y + r.bell() * height * 0.008,
        long * r.range(0.25, 0.6),
        height * r.range(0.004, 0.014),
        colour,
        `opacity="${tenths(r.range(0.15, 0.5) * 10)}"`,
      ),
    );
  });
}

/** Layers of mountains that pale with distance, with mist between them, firs in front and sometimes a lake. */
export const mountains: Scene = (r, width, height) => {
  const air = r.pick(airs);
  const lake = r.chance(0.45);
  const horizon = height * (lake ? 0.66 : 0.94);
  const sunX = r.range(0.2, 0.8) * width;
  const sunY = r.range(0.24, 0.42) * height;
  const layers = r.int(4, 6);
  const top = height * r.range(0.3, 0.42);
  let land = '';
  let defs = linear('sky', [
    [0, air.sky[0]],
    [0.5, air.sky[1]],
    [1, air.sky[2]],
  ]);
  defs += radial('glow', [
    [0, air.sun, 0.95],
    [0.25, air.sun, 0.4],
    [1, air.sun, 0],
  ]);
  for (let layer = 0; layer < layers; layer += 1) {
    const depth = layer / (layers - 1);
    const line = ridge(r, 0.52);
    const middle = top + (horizon - top) * depth * 0.86 + height * 0.03;
    const swing = height * (0.15 - 0.075 * depth);
    const wave = width / (2.2 + depth * 1.6);
    const y = (x: number) => Math.min(lake ? horizon : height, middle + line(x / wave + layer * 31) * swing);
    const points: Point[] = [];
    for (let x = 0; x <= width + 4; x += Math.max(3, width / 320)) points.push([x, y(x)]);
    const colour = mix(air.far, air.near, depth ** 1.25);
    defs += linear(`m${layer}`, [
      [0, colour],
      [1, mix(colour, air.sky[2], 0.45 * (1 - depth) + 0.08)],
    ]);
    land += shape(
      path([...points, [width + 4, lake ? horizon + 2 : height], [0, lake ? horizon + 2 : height]]),
      `url(#m${layer})`,
    );
    if (depth > 0.45) land += firs(r, width, y, height * (0.02 + 0.075 * depth ** 3), shade(colour, -0.02));
  }
  const sky =
    rect(0, 0, width, height, 'url(#sky)') +
    circle(sunX, sunY, height * 0.42, 'url(#glow)') +
    circle(sunX, sunY, height * 0.034, air.sun) +
    clouds(r, width, height, mix(air.sky[2], '#ffffff', 0.3), r.int(2, 6));
  const scene = sky + land;
  if (!lake) return `<defs>${defs}</defs>${scene}`;
  defs +=
    linear('deep', [
      [0, air.sky[2], 0.12],
      [1, air.near, 0.72],
    ]) + blur('soft', height * 0.004);
  const water =
    group(
      group(scene, `transform="translate(0 ${n(2 * horizon)}) scale(1 -1)"`),
      'filter="url(#soft)" opacity="0.85"',
    ) +
    rect(0, horizon, width, height - horizon, 'url(#deep)') +
    times(46, () => {
      const down = r.next() ** 1.6;
      const y = horizon + 4 + down * (height - horizon);
      const long = width * r.range(0.02, 0.12) * (0.4 + down);
      const x = r.chance(0.4) ? sunX + r.bell() * width * 0.05 * (0.5 + down) : r.range(0, width);
      return stroke(
        path(
          [
            [x - long, y],
            [x + long, y],
          ],
          false,
        ),
        mix(air.sun, air.sky[2], 0.4),
        1 + down * 2,
        `opacity="${tenths(r.range(1, 4))}"`,
      );
    });
  return `<defs>${defs}<clipPath id="below"><rect x="0" y="${n(horizon)}" width="${width}" height="${n(height - horizon)}"/></clipPath></defs>${scene}${group(water, 'clip-path="url(#below)"')}`;
};
