import { mix, shade } from '../colour.ts';
import { ridge } from '../random.ts';
import type { Scene } from '../scene.ts';
import { blur, circle, ellipse, group, linear, path, radial, rect, shape, tenths, times } from '../svg.ts';

/** A skyline at dusk with lit windows, over a river that carries the lights. */
export const city: Scene = (r, width, height) => {
  const [top, low, far, near, lamp] = r.pick([
    ['#1b1f3b', '#f08a5d', '#8e6f8e', '#14142b', '#ffd27d'],
    ['#0d1b2a', '#778da9', '#566d8c', '#0b1320', '#ffe9a8'],
    ['#2d1e4f', '#ff9aa2', '#9a6a97', '#1b1033', '#ffe3a3'],
    ['#264653', '#f4a261', '#8a8f78', '#16262e', '#fff0b8'],
  ] as const);
  const river = r.chance(0.6);
  const foot = height * (river ? 0.74 : 1);
  const defs =
    linear('sky', [
      [0, top],
      [0.6, mix(top, low, 0.55)],
      [1, low],
    ]) +
    linear('river', [
      [0, mix(low, near, 0.55)],
      [1, near],
    ]) +
    blur('wet', height * 0.006) +
    radial('moon', [
      [0, '#fff6df', 0.5],
      [1, '#fff6df', 0],
    ]);
  const moonX = width * r.range(0.15, 0.85);
  const moon =
    circle(moonX, height * 0.17, height * 0.16, 'url(#moon)') + circle(moonX, height * 0.17, height * 0.032, '#fff6df');
  let houses = '';
  let lights = '';
  for (let layer = 0; layer < 4; layer += 1) {
    const share = layer / 3;
    const colour = mix(mix(low, far, 0.6), near, share ** 1.1);
    const line = ridge(r, 0.6);
    for (let x = -20; x < width; ) {
      const wide = width * r.range(0.035, 0.085) * (0.8 + 0.4 * share);
      const tall =
        height * (0.2 + 0.26 * (1 - share) + 0.16 * (line(x / (width * 0.3) + layer * 11) + 0.4)) * r.range(0.7, 1.15);
      const roof = foot - Math.max(height * 0.08, tall);
      const tone = shade(colour, r.range(-0.012, 0.012));
      houses += rect(x, roof, wide + 1, foot - roof, tone);
      const kind = r.next();
      if (kind < 0.2)
        houses += shape(
          path([
            [x, roof + 1],
            [x + wide / 2, roof - wide * r.range(0.4, 0.8)],
            [x + wide, roof + 1],
          ]),
          tone,
        );
      else if (kind < 0.4)
        houses +=
          rect(x + wide * 0.25, roof - wide * 0.22, wide * 0.5, wide * 0.24, tone) +
          rect(x + wide * 0.48, roof - wide * 0.8, wide * 0.04, wide * 0.6, tone);
      else if (kind < 0.52) houses += ellipse(x + wide / 2, roof + 1, wide * 0.42, wide * 0.42, tone);
      else if (kind < 0.62)
        houses +=
          rect(x + wide * 0.1, roof - wide * 0.16, wide * 0.2, wide * 0.2, tone) +
          rect(x + wide * 0.6, roof - wide * 0.1, wide * 0.25, wide * 0.12, tone);
      if (layer > 0) {
        const cell = width * (0.007 + 0.0045 * share);
        const habit = r.range(0.12, 0.5);
        for (let wy = roof + cell * 1.4; wy < foot - cell * 2; wy += cell * 2.1) {
          for (let wx = x + cell; wx < x + wide - cell * 1.3; wx += cell * 1.75) {
            const lit = r.chance(habit);
            const glass = lit ? mix(lamp, r.pick(['#ffffff', '#ff9f5a', lamp]), 0.25) : shade(tone, 0.035);
            const pane = rect(wx, wy, cell * 0.9, cell * 1.15, glass, lit ? `opacity="${tenths(4 + 5 * share)}"` : '');
            houses += pane;
            if (lit && layer === 3 && r.chance(0.35))
              lights += rect(
                wx - cell * 0.2,
                foot + (foot - wy) * 0.32,
                cell * 1.3,
                height * r.range(0.05, 0.16),
                lamp,
                'opacity="0.3"',
              );
          }
        }
      }
      x += wide;
    }
  }
  const water = river
    ? rect(0, foot, width, height - foot, 'url(#river)') +
      group(lights, 'filter="url(#wet)"') +
      times(90, () => {
        const down = r.next();
        return ellipse(
          r.range(0, width),
          foot + 4 + down * (height - foot),
          width * r.range(0.01, 0.05),
          1 + 2 * down,
          r.chance(0.5) ? mix(low, near, 0.5) : near,
          'opacity="0.5"',
        );
      })
    : '';
  return `<defs>${defs}</defs>${rect(0, 0, width, height, 'url(#sky)')}${moon}${houses}${water}`;
};
