import { mix, shade } from '../colour.ts';
import type { Scene } from '../scene.ts';
import { circle, ellipse, group, linear, n, path, radial, rect, shape, stroke, times } from '../svg.ts';

/** A cat on a sill, looking out at the evening. */
export const cat: Scene = (r, width, height) => {
  const [wall, sky, low, curtain] = r.pick([
    ['#3c2a4d', '#5b4b8a', '#ff9a76', '#c06c84'],
    ['#5c3d2e', '#6fb1c9', '#fbe3b9', '#e0a458'],
    ['#1f3a3d', '#27496d', '#f6c177', '#7fb7a3'],
  ] as const);
  const fur = r.pick(['#26232b', '#d98746', '#8d8d96', '#f3ece2', '#5d4436']);
  const size = Math.min(width, height);
  const [left, right, top, sill] = [width * 0.14, width * 0.86, height * 0.07, height * 0.8];
  const defs =
    linear('sky', [
      [0, sky],
      [1, low],
    ]) +
    radial('sun', [
      [0, '#fff3d0', 0.95],
      [1, low, 0],
    ]) +
    linear(
      'fold',
      [
        [0, shade(curtain, -0.1)],
        [0.5, shade(curtain, 0.04)],
        [1, shade(curtain, -0.1)],
      ],
      [0, 0, 1, 0],
    );
  const roofs = times(9, (index) => {
    const x = left + ((right - left) * (index - 0.3)) / 8;
    const wide = (right - left) * r.range(0.11, 0.16);
    const up = sill - height * r.range(0.12, 0.26);
    const tone = mix(low, wall, r.range(0.45, 0.7));
    return (
      rect(x, up, wide, sill - up, tone) +
      shape(
        path([
          [x - wide * 0.06, up + 1],
          [x + wide / 2, up - wide * 0.45],
          [x + wide * 1.06, up + 1],
        ]),
        shade(tone, -0.05),
      ) +
      times(4, (pane) =>
        r.chance(0.6)
          ? rect(
              x + wide * (0.2 + (pane % 2) * 0.38),
              up + height * (0.03 + Math.floor(pane / 2) * 0.055),
              wide * 0.2,
              height * 0.03,
              '#ffe1a0',
              'opacity="0.85"',
            )
          : '',
      )
    );
  });
  const x = width * r.range(0.38, 0.62);
  const unit = size * 0.105;
  const way = r.chance(0.5) ? 1 : -1;
  const dark = shade(fur, -0.07);
  const stripes = r.chance(0.5)
    ? [0, 1, 2, 3]
        .map((index) =>
          stroke(
            `M${n(unit * (0.45 + index * 0.1))} ${n(-unit * (2.2 - index * 0.5))}q${n(unit * 0.3)} ${n(unit * 0.06)} ${n(unit * 0.46)} ${n(unit * 0.3)}`,
            dark,
            unit * 0.12,
          ),
        )
        .join('')
    : '';
  const body =
    ellipse(unit * 0.2, unit * 0.04, unit * 1.9, unit * 0.16, '#000000', 'opacity="0.3"') +
    stroke(
      `M${n(unit * 0.9)} ${n(-unit * 0.25)}C${n(unit * 2.4)} ${n(unit * 0.1)} ${n(unit * 2.2)} ${n(unit * 1.2)} ${n(unit * 1.5)} ${n(unit * 1.5)}`,
      fur,
      unit * 0.36,
    ) +
    shape(
      `M${n(-unit * 0.95)} 0C${n(-unit * 1.1)} ${n(-unit * 1.4)} ${n(-unit * 0.8)} ${n(-unit * 2.3)} ${n(-unit * 0.2)} ${n(-unit * 2.9)}L${n(unit * 0.5)} ${n(-unit * 2.8)}C${n(unit * 1.2)} ${n(-unit * 2)} ${n(unit * 1.6)} ${n(-unit * 0.8)} ${n(unit * 1.25)} 0Z`,
      fur,
    ) +
    stripes +
    ellipse(-unit * 0.12, -unit * 3.15, unit * 0.78, unit * 0.68, fur) +
    shape(
      path([
        [-unit * 0.82, -unit * 3.3],
        [-unit * 0.78, -unit * 4.25],
        [-unit * 0.2, -unit * 3.7],
      ]),
      fur,
    ) +
    shape(
      path([
        [unit * 0.0, -unit * 3.72],
        [unit * 0.5, -unit * 4.25],
        [unit * 0.6, -unit * 3.3],
      ]),
      fur,
    ) +
    shape(
      path([
        [-unit * 0.72, -unit * 3.5],
        [-unit * 0.7, -unit * 4.0],
        [-unit * 0.38, -unit * 3.7],
      ]),
      '#e8a0a0',
      'opacity="0.7"',
    ) +
    shape(
      path([
        [unit * 0.18, -unit * 3.72],
        [unit * 0.44, -unit * 4.0],
        [unit * 0.5, -unit * 3.5],
      ]),
      '#e8a0a0',
      'opacity="0.7"',
    ) +
    stroke(
      `M${n(-unit * 0.86)} ${n(-unit * 2.9)}l${n(-unit * 0.6)} ${n(-unit * 0.1)}m${n(unit * 0.6)} ${n(unit * 0.22)}l${n(-unit * 0.6)} ${n(unit * 0.06)}`,
      '#ffffff',
      unit * 0.035,
      'opacity="0.6"',
    ) +
    stroke(
      `M${n(-unit * 0.88)} ${n(-unit * 0.4)}C${n(-unit * 1.05)} ${n(-unit * 1.5)} ${n(-unit * 0.78)} ${n(-unit * 2.2)} ${n(-unit * 0.34)} ${n(-unit * 2.62)}`,
      mix('#fff3d0', low, 0.2),
      unit * 0.06,
      'opacity="0.5"',
    );
  const drape = (from: number, to: number) =>
    shape(
      `M${n(from)} 0H${n(to)}Q${n((from + to) / 2 + (to - from) * 0.2)} ${n(height * 0.5)} ${n(to - (to - from) * 0.24)} ${n(sill)}H${n(from)}Z`,
      'url(#fold)',
    ) +
    times(4, (index) =>
      stroke(
        `M${n(from + ((to - from) * (index + 0.6)) / 5)} 0Q${n(from + ((to - from) * (index + 0.9)) / 5)} ${n(height * 0.45)} ${n(from + ((to - from) * (index + 0.35)) / 5.4)} ${n(sill)}`,
        shade(curtain, -0.12),
        size * 0.006,
        'opacity="0.6"',
      ),
    );
  const frame = '#f6efe4';
  return `<defs>${defs}</defs>${rect(0, 0, width, height, wall)}${rect(left, top, right - left, sill - top, 'url(#sky)')}${circle(width * r.range(0.35, 0.65), sill * 0.62, size * 0.34, 'url(#sun)')}${roofs}${rect(left, top, right - left, sill - top, 'none', `stroke="${frame}" stroke-width="${n(size * 0.028)}"`)}${rect(width / 2 - size * 0.01, top, size * 0.02, sill - top, frame)}${drape(0, left + width * 0.1)}${group(drape(0, left + width * 0.1), `transform="translate(${width} 0) scale(-1 1)"`)}${rect(left - width * 0.05, sill, right - left + width * 0.1, height * 0.045, frame)}${rect(left - width * 0.05, sill + height * 0.045, right - left + width * 0.1, height * 0.02, '#000000', 'opacity="0.3"')}${group(body, `transform="translate(${n(x)} ${n(sill + 2)}) scale(${way} 1)"`)}`;
};
