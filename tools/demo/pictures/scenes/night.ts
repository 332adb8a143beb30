import { mix } from '../colour.ts';
import { ridge } from '../random.ts';
import type { Scene } from '../scene.ts';
import { blur, circle, ellipse, group, linear, type Point, path, rect, shape, tenths, times } from '../svg.ts';
import { firs } from './firs.ts';

/** Stars, a milky way, sometimes northern lights, over a black line of trees with one lit window. */
export const night: Scene = (r, width, height) => {
  const [top, low, veil] = r.pick([
    ['#060b1f', '#27406b', '#b8c6f0'],
    ['#0a0a23', '#4b2c63', '#f1c6e7'],
    ['#04141c', '#1b5560', '#b7f0de'],
  ] as const);
  const lights = r.chance(0.5);
  const defs =
    linear('sky', [
      [0, top],
      [0.7, mix(top, low, 0.7)],
      [1, mix(low, '#f0a868', 0.22)],
    ]) +
    blur('dust', width * 0.022) +
    blur('lamp', width * 0.012) +
    blur('curtain', width * 0.006) +
    ['#6df0b0', '#7fd8f5', '#c69cf4']
      .map((colour, index) =>
        linear(`a${index}`, [
          [0, colour, 0],
          [0.75, colour, 0.4],
          [1, colour, 0],
        ]),
      )
      .join('');
  const lean = r.range(-0.9, 0.9);
  const along = (share: number, off: number): Point => [width * (0.5 + lean * (share - 0.5)) + off, height * share];
  const dust = times(46, () => {
    const [x, y] = along(r.range(-0.1, 0.9), r.bell() * width * 0.07);
    return ellipse(
      x,
      y,
      width * r.range(0.02, 0.07),
      height * r.range(0.02, 0.05),
      mix(veil, low, r.range(0, 0.6)),
      'opacity="0.16"',
    );
  });
  const stars = times(900, (index) => {
    const inBand = index % 5 < 2;
    const [x, y] = inBand
      ? along(r.range(-0.1, 0.95), r.bell() * width * 0.13)
      : [r.range(0, width), r.range(0, height * 0.92)];
    const size = (r.next() ** 9 * 2.4 + 0.45) * (width / 1200);
    return circle(x, y, size, r.pick(['#ffffff', '#fff4dc', '#d5e3ff']), `opacity="${tenths(r.range(3, 10))}"`);
  });
  const curtain = lights
    ? times(3, (index) => {
        const line = ridge(r, 0.4);
        const base = height * r.range(0.45, 0.62);
        return times(90, (step) => {
          const x = (width * step) / 90;
          const foot = base + line(step / 26) * height * 0.13;
          const tall = height * (0.28 + 0.1 * line(step / 7 + 40));
          return rect(x, foot - tall, width / 90, tall, `url(#a${index})`);
        });
      })
    : '';
  const line = ridge(r, 0.55);
  const ground = (x: number) => height * 0.87 + line(x / (width * 0.5)) * height * 0.05;
  const hill: Point[] = [];
  for (let x = 0; x <= width + 6; x += 6) hill.push([x, ground(x)]);
  const black = mix(top, '#000000', 0.55);
  const houseX = width * r.range(0.25, 0.75);
  const houseY = ground(houseX) + height * 0.02;
  const unit = Math.min(width, height) * 0.05;
  const house =
    circle(houseX, houseY - unit * 0.5, unit * 1.6, '#ffb454', 'opacity="0.28" filter="url(#lamp)"') +
    shape(
      path([
        [houseX - unit, houseY],
        [houseX - unit, houseY - unit],
        [houseX, houseY - unit * 1.75],
        [houseX + unit, houseY - unit],
        [houseX + unit, houseY],
      ]),
      black,
    ) +
    rect(houseX - unit * 0.55, houseY - unit * 0.8, unit * 0.42, unit * 0.46, '#ffd27d') +
    rect(houseX + unit * 0.13, houseY - unit * 0.8, unit * 0.42, unit * 0.46, '#ffc05c');
  return `<defs>${defs}</defs>${rect(0, 0, width, height, 'url(#sky)')}${group(dust, 'filter="url(#dust)"')}${stars}${group(curtain, 'filter="url(#curtain)"')}${firs(r, width, ground, height * 0.13, mix(black, low, 0.12))}${shape(path([...hill, [width + 6, height], [0, height]]), black)}${house}${firs(r, width, (x) => ground(x) + height * 0.07, height * 0.16, black)}`;
};
