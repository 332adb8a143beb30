import { mix, shade } from '../colour.ts';
import type { Scene } from '../scene.ts';
import { circle, ellipse, group, n, rect, shape, stroke, times } from '../svg.ts';

/** The heads of a choir in rows, books in hand. */
export const choir: Scene = (r, width, height) => {
  const [back, floor, cloths, book] = r.pick([
    ['#f0c987', '#a4643a', ['#1d3557', '#264653', '#3d405b'], '#d1495b'],
    ['#7a9e9f', '#4f6367', ['#7b2d26', '#8f3b2e', '#6b2737'], '#f0f7ee'],
    ['#d8c4e2', '#7d6b91', ['#20504f', '#2a6564', '#1b4342'], '#f2b134'],
  ] as const);
  const size = Math.min(width, height);
  const head = (x: number, y: number, unit: number) => {
    const skin = mix(r.pick(['#5c3a21', '#8d5524', '#c68642', '#e0ac69', '#ffdbac']), '#ffffff', 0.05);
    const hair = r.pick(['#1c1410', '#3b2417', '#8a5a2b', '#d8b26a', '#c9c9cf', '#6e2f1a']);
    const long = r.chance(0.5);
    const cloth = r.pick(cloths);
    const behind = long
      ? shape(
          `M${n(x - unit * 1.16)} ${n(y + unit * 1.3)}Q${n(x - unit * 1.34)} ${n(y - unit * 1.3)} ${n(x)} ${n(y - unit * 1.26)}Q${n(x + unit * 1.34)} ${n(y - unit * 1.3)} ${n(x + unit * 1.16)} ${n(y + unit * 1.3)}Z`,
          hair,
        )
      : '';
    const fringe = shape(
      `M${n(x - unit)} ${n(y - unit * 0.1)}Q${n(x - unit * 1.02)} ${n(y - unit * 1.22)} ${n(x)} ${n(y - unit * 1.2)}Q${n(x + unit * 1.02)} ${n(y - unit * 1.22)} ${n(x + unit)} ${n(y - unit * 0.1)}Q${n(x + unit * 0.7)} ${n(y - unit * 0.72)} ${n(x + unit * r.range(-0.5, 0.5))} ${n(y - unit * 0.66)}Q${n(x - unit * 0.7)} ${n(y - unit * 0.6)} ${n(x - unit)} ${n(y - unit * 0.1)}Z`,
      hair,
    );
    return (
      behind +
      shape(
        `M${n(x - unit * 1.8)} ${n(y + unit * 6)}V${n(y + unit * 2.4)}Q${n(x - unit * 1.7)} ${n(y + unit * 1.3)} ${n(x)} ${n(y + unit * 1.2)}Q${n(x + unit * 1.7)} ${n(y + unit * 1.3)} ${n(x + unit * 1.8)} ${n(y + unit * 2.4)}V${n(y + unit * 6)}Z`,
        cloth,
      ) +
      rect(x - unit * 0.32, y + unit * 0.6, unit * 0.64, unit * 0.9, shade(skin, -0.06)) +
      ellipse(x, y, unit * 0.92, unit * 1.08, skin) +
      fringe +
      stroke(
        `M${n(x - unit * 0.56)} ${n(y - unit * 0.08)}q${n(unit * 0.18)} ${n(-unit * 0.16)} ${n(unit * 0.36)} 0M${n(x + unit * 0.2)} ${n(y - unit * 0.08)}q${n(unit * 0.18)} ${n(-unit * 0.16)} ${n(unit * 0.36)} 0`,
        '#2b1a12',
        unit * 0.09,
      ) +
      ellipse(x, y + unit * 0.48, unit * r.range(0.18, 0.28), unit * r.range(0.2, 0.34), '#6b1f24') +
      circle(x - unit * 0.56, y + unit * 0.3, unit * 0.2, '#e5737d', 'opacity="0.35"') +
      circle(x + unit * 0.56, y + unit * 0.3, unit * 0.2, '#e5737d', 'opacity="0.35"') +
      group(
        rect(-unit * 1.02, 0, Number(unit), unit * 1.3, book) +
          rect(unit * 0.02, 0, Number(unit), unit * 1.3, shade(book, -0.05)),
        `transform="translate(${n(x)} ${n(y + unit * 2.1)}) skewY(${n(r.range(-3, 3))})"`,
      ) +
      circle(x - unit * 1.06, y + unit * 2.9, unit * 0.24, skin) +
      circle(x + unit * 1.06, y + unit * 2.9, unit * 0.24, skin)
    );
  };
  const arches = times(5, (index) => {
    const x = (width * (index + 0.1)) / 5;
    const wide = width * 0.16;
    return shape(
      `M${n(x)} ${n(height)}V${n(height * 0.26)}A${n(wide / 2)} ${n(wide / 2)} 0 0 1 ${n(x + wide)} ${n(height * 0.26)}V${height}Z`,
      shade(back, 0.045),
    );
  });
  const rows = [0, 1, 2].map((row) => {
    const unit = size * (0.042 + row * 0.007);
    const step = unit * 4;
    const count = Math.ceil(width / step) + 1;
    return (
      times(count, (index) =>
        head((index + (row % 2 ? 0 : 0.5)) * step, height * (0.36 + row * 0.215) + r.bell() * unit * 0.4, unit),
      ) + (row < 2 ? '' : rect(0, height * 0.98, width, height * 0.02, floor))
    );
  });
  return `${rect(0, 0, width, height, back)}${arches}${rows.join('')}`;
};
