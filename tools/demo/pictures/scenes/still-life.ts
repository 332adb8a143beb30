import { mix, shade } from '../colour.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';
import {
  blur,
  circle,
  curve,
  ellipse,
  group,
  linear,
  n,
  type Point,
  path,
  rect,
  shape,
  stroke,
  times,
} from '../svg.ts';
import { books, leaf, plant, turned } from './plants.ts';

function mug(x: number, y: number, size: number, colour: string, band: string): string {
  return (
    stroke(
      `M${n(x + size * 0.42)} ${n(y - size * 0.72)}C${n(x + size * 0.86)} ${n(y - size * 0.8)} ${n(x + size * 0.82)} ${n(y - size * 0.14)} ${n(x + size * 0.36)} ${n(y - size * 0.22)}`,
      shade(colour, -0.05),
      size * 0.11,
    ) +
    shape(
      `M${n(x - size * 0.46)} ${n(y - size)}H${n(x + size * 0.46)}L${n(x + size * 0.4)} ${n(y - size * 0.1)}Q${n(x + size * 0.38)} ${n(y)} ${n(x + size * 0.28)} ${n(y)}H${n(x - size * 0.28)}Q${n(x - size * 0.38)} ${n(y)} ${n(x - size * 0.4)} ${n(y - size * 0.1)}Z`,
      colour,
    ) +
    shape(
      path([
        [x - size * 0.435, y - size * 0.62],
        [x + size * 0.435, y - size * 0.62],
        [x + size * 0.412, y - size * 0.34],
        [x - size * 0.412, y - size * 0.34],
      ]),
      band,
    ) +
    shape(
      path([
        [x + size * 0.16, y - size],
        [x + size * 0.46, y - size],
        [x + size * 0.36, y],
        [x + size * 0.14, y],
      ]),
      '#000000',
      'opacity="0.1"',
    ) +
    ellipse(x, y - size, size * 0.46, size * 0.075, shade(colour, 0.04)) +
    ellipse(x, y - size * 0.985, size * 0.4, size * 0.055, '#4a2c17') +
    [-0.14, 0.1]
      .map((off) =>
        stroke(
          curve(
            [0, 1, 2, 3].map(
              (step): Point => [x + size * (off + (step % 2 ? 0.07 : -0.05)), y - size * (1.12 + step * 0.16)],
            ),
          ),
          '#ffffff',
          size * 0.045,
          'opacity="0.4"',
        ),
      )
      .join('')
  );
}

function bread(x: number, y: number, size: number): string {
  return (
    shape(
      `M${n(x - size)} ${n(y)}Q${n(x - size * 1.14)} ${n(y - size * 0.62)} ${n(x - size * 0.5)} ${n(y - size * 0.7)}Q${n(x)} ${n(y - size * 0.82)} ${n(x + size * 0.5)} ${n(y - size * 0.7)}Q${n(x + size * 1.14)} ${n(y - size * 0.62)} ${n(x + size)} ${n(y)}Z`,
      '#b9702f',
    ) +
    shape(
      `M${n(x - size * 0.94)} ${n(y - size * 0.3)}Q${n(x)} ${n(y - size * 1.02)} ${n(x + size * 0.94)} ${n(y - size * 0.3)}Q${n(x)} ${n(y - size * 0.62)} ${n(x - size * 0.94)} ${n(y - size * 0.3)}Z`,
      '#d8984f',
      'opacity="0.75"',
    ) +
    [-0.5, -0.08, 0.34]
      .map((at) =>
        stroke(
          `M${n(x + size * at)} ${n(y - size * 0.3)}Q${n(x + size * (at + 0.04))} ${n(y - size * 0.56)} ${n(x + size * (at + 0.24))} ${n(y - size * 0.66)}`,
          '#f2cf96',
          size * 0.075,
        ),
      )
      .join('')
  );
}

function fruit(r: Random, x: number, y: number, size: number): string {
  const colour = r.pick(['#d62828', '#f77f00', '#8cb369', '#f4d35e']);
  return (
    ellipse(x, y - size, size * 1.03, size, colour) +
    ellipse(x - size * 0.32, y - size * 1.32, size * 0.28, size * 0.2, '#ffffff', 'opacity="0.35"') +
    ellipse(x + size * 0.34, y - size * 0.78, size * 0.6, size * 0.66, '#000000', 'opacity="0.08"') +
    turned(leaf(size * 0.8, size * 0.22, '#588157', '#a3b18a'), x, y - size * 1.94, 50) +
    stroke(`M${n(x)} ${n(y - size * 1.9)}l${n(size * 0.06)} ${n(-size * 0.3)}`, '#5b4636', size * 0.1)
  );
}

/** Things on a table by a window: a mug, bread, fruit, books, a plant, a lamp's light. */
export const stillLife: Scene = (r, width, height) => {
  const [wall, table, cloth, pots, green] = r.pick([
    ['#f2d7b6', '#8c5a3c', '#c8553d', ['#2a6f77', '#f4f1de', '#e07a5f', '#3d405b', '#f2cc8f'], '#4f7942'],
    ['#2f4858', '#c58b5d', '#f6ae2d', ['#f26419', '#f6f4ec', '#86bbd8', '#f6ae2d', '#b9d6d2'], '#6a994e'],
    ['#c9d8c5', '#a47148', '#588157', ['#bc4749', '#f2e8cf', '#386641', '#e09f3e', '#335c67'], '#386641'],
    ['#e8c7c8', '#6d4c41', '#b56576', ['#355070', '#fff1e6', '#e56b6f', '#6d597a', '#eaac8b'], '#52796f'],
  ] as const);
  const edge = height * r.range(0.66, 0.74);
  const size = Math.min(width, height * 1.2) * 0.2;
  const defs =
    linear(
      'wall',
      [
        [0, shade(wall, 0.03)],
        [1, shade(wall, -0.06)],
      ],
      [0, 0, 1, 1],
    ) +
    linear('table', [
      [0, shade(table, 0.05)],
      [1, shade(table, -0.08)],
    ]) +
    linear('pane', [
      [0, '#a7d3ea'],
      [1, '#f5f1dc'],
    ]) +
    blur('shadow', size * 0.05) +
    blur('beam', size * 0.12);
  const onLeft = r.chance(0.5);
  const windowX = onLeft ? width * 0.06 : width * 0.6;
  const windowW = width * 0.34;
  const windowH = edge * 0.72;
  const frame = '#fbf7ef';
  const view = group(
    rect(windowX, height * 0.06, windowW, windowH, 'url(#pane)') +
      times(9, () =>
        circle(
          windowX + r.range(0, windowW),
          height * 0.06 + windowH * r.range(0.75, 1.05),
          size * r.range(0.2, 0.45),
          mix(green, '#cfe8e0', r.range(0.2, 0.6)),
        ),
      ) +
      rect(windowX + windowW / 2 - size * 0.03, height * 0.06, size * 0.06, windowH, frame) +
      rect(windowX, height * 0.06 + windowH * 0.45, windowW, size * 0.05, frame) +
      rect(windowX, height * 0.06, windowW, windowH, 'none', `stroke="${frame}" stroke-width="${n(size * 0.12)}"`),
    'clip-path="url(#window)"',
  );
  const shine = shape(
    path(
      onLeft
        ? [
            [width * 0.45, 0],
            [width * 0.75, 0],
            [width * 1.02, edge],
            [width * 0.62, edge],
          ]
        : [
            [width * 0.25, 0],
            [width * 0.55, 0],
            [width * 0.38, edge],
            [width * -0.02, edge],
          ],
    ),
    '#fff4d6',
    'opacity="0.28" filter="url(#beam)"',
  );
  const shadow = (x: number, y: number, wide: number) =>
    ellipse(
      x + wide * (onLeft ? 0.3 : -0.3),
      y + 2,
      wide * 1.2,
      wide * 0.16,
      '#20120a',
      'opacity="0.4" filter="url(#shadow)"',
    );
  const grain = times(26, () => {
    const y = edge + r.range(0.06, 1) * (height - edge);
    return stroke(
      curve([0, 1, 2, 3, 4].map((step): Point => [(width * step) / 4, y + r.bell() * 5])),
      shade(table, -0.09),
      r.range(0.8, 2),
      'opacity="0.4"',
    );
  });
  const front = edge + (height - edge) * 0.42;
  const slots = r.shuffled([0.2, 0.42, 0.62, 0.82]);
  const spot = (index: number) => width * (slots[index] ?? 0.5);
  const back = edge + (height - edge) * 0.12;
  const behind =
    shadow(spot(0), back, size * 0.5) +
    plant(r, spot(0), back, size * r.range(1.5, 2), green, r.pick(pots)) +
    (r.chance(0.6)
      ? shadow(spot(1), back, size * 0.6) + books(r, spot(1), back, size, pots)
      : shadow(spot(1), back, size * 0.4) +
        plant(r, spot(1), back, size * r.range(0.9, 1.2), shade(green, 0.06), r.pick(pots)));
  const clothX = spot(2);
  const ahead =
    shape(
      curve(
        [
          [clothX - size * 1.5, front + size * 0.3],
          [clothX - size * 0.4, front - size * 0.12],
          [clothX + size * 1.3, front + size * 0.04],
          [clothX + size * 1.1, front + size * 0.75],
          [clothX - size * 0.5, front + size * 0.9],
        ],
        true,
      ),
      cloth,
    ) +
    times(9, (index) =>
      stroke(
        curve([
          [clothX - size * 1.25 + index * size * 0.26, front + size * 0.26],
          [clothX - size * 1.0 + index * size * 0.24, front + size * 0.72],
        ]),
        shade(cloth, 0.12),
        size * 0.028,
        'opacity="0.6"',
      ),
    ) +
    shadow(clothX, front + size * 0.22, size * 0.9) +
    bread(clothX, front + size * 0.22, size * r.range(0.75, 0.95)) +
    shadow(spot(3), front + size * 0.1, size * 0.5) +
    mug(spot(3), front + size * 0.1, size * r.range(0.75, 0.9), r.pick(pots), r.pick(pots)) +
    times(r.int(2, 3), (index) => {
      const x = (spot(2) + spot(3)) / 2 + (index - 1) * size * 0.5;
      return (
        shadow(x, front + size * 0.5, size * 0.24) +
        fruit(r, x, front + size * (0.48 + index * 0.06), size * r.range(0.2, 0.25))
      );
    });
  return `<defs>${defs}<clipPath id="window"><rect x="${n(windowX - size * 0.06)}" y="${n(height * 0.06 - size * 0.06)}" width="${n(windowW + size * 0.12)}" height="${n(windowH + size * 0.12)}"/></clipPath></defs>${rect(0, 0, width, edge, 'url(#wall)')}${view}${shine}${rect(0, edge, width, height - edge, 'url(#table)')}${grain}${rect(0, edge, width, 3, shade(table, 0.1))}${behind}${ahead}`;
};
