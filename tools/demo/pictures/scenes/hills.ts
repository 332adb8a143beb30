import { mix, shade } from '../colour.ts';
import { type Random, ridge } from '../random.ts';
import type { Scene } from '../scene.ts';
import { blur, circle, ellipse, group, linear, n, type Point, path, rect, shape, stroke, times } from '../svg.ts';

function tree(r: Random, x: number, y: number, size: number, colour: string): string {
  const crown = times(7, () =>
    circle(
      x + r.bell() * size * 0.2,
      y - size * 0.62 + r.bell() * size * 0.16,
      size * r.range(0.16, 0.27),
      shade(colour, r.range(-0.04, 0.03)),
    ),
  );
  const lit = times(4, () =>
    circle(
      x + size * 0.1 + r.bell() * size * 0.13,
      y - size * 0.72 + r.bell() * size * 0.1,
      size * r.range(0.07, 0.13),
      shade(colour, 0.07),
      'opacity="0.7"',
    ),
  );
  return (
    ellipse(x + size * 0.14, y, size * 0.4, size * 0.06, '#000000', 'opacity="0.13"') +
    rect(x - size * 0.03, y - size * 0.5, size * 0.06, size * 0.5, '#5b4636') +
    crown +
    lit
  );
}

/** Sunny hills in stripes of field and meadow, a village, sometimes balloons. */
export const hills: Scene = (r, width, height) => {
  const [sky, haze, fields, roof] = r.pick([
    [['#6fb7d8', '#d8eef2'], '#cfe6d8', ['#7fb069', '#e6c229', '#a7c957', '#5a9367', '#d4a373'], '#c8553d'],
    [['#f7b267', '#fde8c9'], '#f7d9b0', ['#c9a227', '#a4602f', '#e0a458', '#7a8450', '#8c4a2f'], '#7f2f2a'],
    [['#8fb8ed', '#f3f0ff'], '#dfe3f5', ['#62b6a0', '#9bc1bc', '#f4d35e', '#b388eb', '#5c946e'], '#ee6352'],
  ] as const);
  const defs =
    linear('sky', [
      [0, sky[0]],
      [1, sky[1]],
    ]) + blur('puff', width * 0.004);
  const puffs = times(r.int(3, 6), () => {
    const x = r.range(0, width);
    const y = height * r.range(0.08, 0.3);
    const size = width * r.range(0.03, 0.06);
    return times(8, (index) =>
      ellipse(
        x + (index - 4) * size * 0.42,
        y + r.bell() * size * 0.16,
        size * r.range(0.4, 0.8),
        size * r.range(0.26, 0.5),
        '#ffffff',
        'opacity="0.75"',
      ),
    );
  });
  let land = '';
  const layers = 6;
  for (let layer = 0; layer < layers; layer += 1) {
    const share = layer / (layers - 1);
    const line = ridge(r, 0.35);
    const y = (x: number) =>
      height * (0.42 + 0.5 * share) +
      line(x / (width * (0.55 + 0.2 * share)) + layer * 5) * height * (0.09 - 0.02 * share);
    const colour = mix(r.pick(fields), haze, 0.62 * (1 - share) ** 1.2);
    const edge: Point[] = [];
    for (let x = -10; x <= width + 10; x += 10) edge.push([x, y(x)]);
    const id = `h${layer}`;
    land += `<clipPath id="${id}"><path d="${path([...edge, [width + 10, height], [-10, height]])}"/></clipPath>`;
    land += shape(path([...edge, [width + 10, height], [-10, height]]), colour);
    const rows = r.chance(0.7)
      ? times(34, (index) => {
          const from = (width * (index - 6)) / 22;
          const bend = width * r.range(0.02, 0.04);
          return stroke(
            `M${n(from)} ${n(height * 1.05)}Q${n(from * 0.75 + width * 0.13 + bend)} ${n(y(from) + height * 0.1)} ${n(from * 0.55 + width * 0.26)} ${n(y(from * 0.55 + width * 0.26) - 5)}`,
            shade(colour, -0.045),
            1.2 + 5 * share,
            'opacity="0.55"',
          );
        })
      : times(120, () => {
          const x = r.range(0, width);
          return ellipse(
            x,
            y(x) + r.next() * height * 0.16,
            2 + 6 * share,
            1 + 2 * share,
            shade(colour, r.pick([-0.06, 0.05])),
            'opacity="0.6"',
          );
        });
    land += group(rows, `clip-path="url(#${id})"`);
    land += group(
      times(r.int(4, 9), () => {
        const x = r.range(0, width);
        return tree(
          r,
          x,
          y(x) + height * 0.015,
          height * (0.035 + 0.1 * share ** 1.5) * r.range(0.7, 1.2),
          mix(shade(fields[3], -0.08), haze, 0.55 * (1 - share)),
        );
      }),
    );
    if (layer === 3) {
      const start = width * r.range(0.15, 0.6);
      const unit = height * 0.036;
      land += times(7, (index) => {
        const x = start + index * unit * r.range(1.1, 1.5);
        const foot = y(x) + unit * 0.6;
        const wall = mix('#fff7ea', '#e8d5b7', r.next());
        return (
          rect(x, foot - unit, unit * 1.2, unit, wall) +
          rect(x + unit * 0.2, foot - unit * 0.7, unit * 0.22, unit * 0.3, '#6b7a8f') +
          rect(x + unit * 0.75, foot - unit * 0.7, unit * 0.22, unit * 0.3, '#6b7a8f') +
          shape(
            path([
              [x - unit * 0.12, foot - unit],
              [x + unit * 0.6, foot - unit * 1.7],
              [x + unit * 1.32, foot - unit],
            ]),
            shade(roof, r.range(-0.05, 0.05)),
          )
        );
      });
      const churchX = start + unit * 4.6;
      const churchY = y(churchX) + unit * 0.3;
      land +=
        rect(churchX, churchY - unit * 2.6, unit * 0.8, unit * 2.6, '#fff7ea') +
        shape(
          path([
            [churchX - unit * 0.1, churchY - unit * 2.6],
            [churchX + unit * 0.4, churchY - unit * 4.3],
            [churchX + unit * 0.9, churchY - unit * 2.6],
          ]),
          roof,
        );
    }
  }
  const balloons = r.chance(0.5)
    ? times(r.int(1, 3), () => {
        const x = width * r.range(0.12, 0.88);
        const y = height * r.range(0.12, 0.34);
        const size = height * r.range(0.035, 0.07);
        const colour = r.pick(['#e63946', '#f4a261', '#2a9d8f', '#ffb703', '#5e60ce']);
        return (
          stroke(
            `M${n(x - size * 0.6)} ${n(y + size * 0.7)}L${n(x - size * 0.16)} ${n(y + size * 1.6)}M${n(x + size * 0.6)} ${n(y + size * 0.7)}L${n(x + size * 0.16)} ${n(y + size * 1.6)}`,
            '#4a3728',
            1.4,
          ) +
          shape(
            `M${n(x - size)} ${n(y)}A${n(size)} ${n(size)} 0 0 1 ${n(x + size)} ${n(y)}Q${n(x + size * 0.9)} ${n(y + size * 0.6)} ${n(x + size * 0.22)} ${n(y + size * 1.2)}H${n(x - size * 0.22)}Q${n(x - size * 0.9)} ${n(y + size * 0.6)} ${n(x - size)} ${n(y)}Z`,
            colour,
          ) +
          shape(
            `M${n(x - size * 0.38)} ${n(y - size * 0.92)}Q${n(x - size * 0.55)} ${n(y + size * 0.3)} ${n(x - size * 0.1)} ${n(y + size * 1.2)}H${n(x + size * 0.1)}Q${n(x + size * 0.55)} ${n(y + size * 0.3)} ${n(x + size * 0.38)} ${n(y - size * 0.92)}Q${n(x)} ${n(y - size * 1.08)} ${n(x - size * 0.38)} ${n(y - size * 0.92)}Z`,
            mix(colour, '#ffffff', 0.72),
          ) +
          rect(x - size * 0.17, y + size * 1.55, size * 0.34, size * 0.26, '#7a4f2a')
        );
      })
    : '';
  return `<defs>${defs}</defs>${rect(0, 0, width, height, 'url(#sky)')}${group(puffs, 'filter="url(#puff)"')}${balloons}${land}`;
};
