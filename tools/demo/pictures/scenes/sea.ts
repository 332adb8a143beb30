import { mix, shade } from '../colour.ts';
import { ridge } from '../random.ts';
import type { Scene } from '../scene.ts';
import { blur, circle, ellipse, group, linear, type Point, path, radial, rect, shape, tenths, times } from '../svg.ts';

/** The sea at the end of the day: bands of cloud, the sun's road on the water, perhaps a sail. */
export const sea: Scene = (r, width, height) => {
  const [high, low, sun, water] = r.pick([
    ['#27304f', '#f2785c', '#ffe29a', '#1b2a49'],
    ['#4a6fa5', '#f9b5ac', '#fff1e6', '#22577a'],
    ['#3d1f4e', '#e36588', '#ffd6a5', '#1f1235'],
    ['#0b3954', '#f6ae2d', '#fff3b0', '#08263a'],
    ['#5aa9c9', '#d9edf2', '#ffffff', '#1d6f8a'],
  ] as const);
  const horizon = height * r.range(0.5, 0.62);
  const x = width * r.range(0.3, 0.7);
  const y = horizon - height * r.range(0.03, 0.16);
  const size = Math.min(width, height) * r.range(0.06, 0.1);
  const defs =
    linear('sky', [
      [0, high],
      [0.55, mix(high, low, 0.6)],
      [1, mix(low, sun, 0.35)],
    ]) +
    linear('sea', [
      [0, mix(low, water, 0.45)],
      [0.3, mix(low, water, 0.8)],
      [1, shade(water, -0.04)],
    ]) +
    radial('glow', [
      [0, sun, 0.9],
      [0.3, mix(sun, low, 0.4), 0.45],
      [1, low, 0],
    ]) +
    blur('haze', height * 0.006);
  const bands = times(r.int(9, 16), () => {
    const at = r.range(0.04, 0.95);
    const bandY = horizon * at;
    const long = width * r.range(0.15, 0.55);
    const bandX = r.range(0, width);
    const colour = mix(mix(high, low, at), r.chance(0.5) ? sun : high, r.range(0.2, 0.5));
    return times(4, () =>
      ellipse(
        bandX + r.bell() * long * 0.5,
        bandY + r.bell() * 5,
        long * r.range(0.2, 0.7),
        height * r.range(0.003, 0.012),
        colour,
        'opacity="0.42"',
      ),
    );
  });
  const road = times(170, () => {
    const down = r.next() ** 1.4;
    const at = horizon + 2 + down * (height - horizon);
    const long = width * r.range(0.004, 0.03) * (0.6 + 2 * down);
    const place = x + r.bell() * size * (0.5 + 2.6 * down);
    return ellipse(
      place,
      at,
      long,
      0.8 + 3.2 * down,
      mix(sun, low, r.range(0, 0.5)),
      `opacity="${tenths(r.range(3, 8))}"`,
    );
  });
  const waves = times(150, () => {
    const down = r.next() ** 1.5;
    const at = horizon + 3 + down * (height - horizon);
    const long = width * r.range(0.01, 0.05) * (0.4 + 2 * down);
    return ellipse(
      r.range(0, width),
      at,
      long,
      0.7 + 2.6 * down,
      r.chance(0.55) ? shade(water, -0.05) : mix(low, water, 0.55),
      'opacity="0.5"',
    );
  });
  const line = ridge(r, 0.5);
  const coast: Point[] = [];
  const side = r.chance(0.5);
  for (let step = 0; step <= 60; step += 1) {
    const along = step / 60;
    const px = side ? width * (0.52 + 0.5 * along) : width * (0.48 - 0.5 * along);
    coast.push([px, horizon - Math.max(0, along * 0.13 + line(along * 3) * 0.035 * along * 2) * height]);
  }
  const last = coast.at(-1)?.[0] ?? 0;
  const land = shape(
    path([...coast, [last, horizon + 1], [coast[0]?.[0] ?? 0, horizon + 1]]),
    mix(mix(low, high, 0.7), water, 0.35),
  );
  const boatX = side ? width * r.range(0.12, 0.3) : width * r.range(0.7, 0.88);
  const tall = height * r.range(0.09, 0.14);
  const foot = horizon + height * r.range(0.05, 0.12);
  const dark = shade(water, -0.12);
  const boat = r.chance(0.65)
    ? shape(
        path([
          [boatX, foot - tall],
          [boatX, foot - tall * 0.14],
          [boatX - tall * 0.42, foot - tall * 0.14],
        ]),
        mix(sun, '#ffffff', 0.4),
      ) +
      shape(
        path([
          [boatX + tall * 0.04, foot - tall * 0.86],
          [boatX + tall * 0.04, foot - tall * 0.14],
          [boatX + tall * 0.3, foot - tall * 0.14],
        ]),
        mix(sun, low, 0.3),
      ) +
      shape(
        path([
          [boatX - tall * 0.42, foot - tall * 0.1],
          [boatX + tall * 0.42, foot - tall * 0.1],
          [boatX + tall * 0.26, foot + tall * 0.03],
          [boatX - tall * 0.3, foot + tall * 0.03],
        ]),
        dark,
      ) +
      ellipse(boatX, foot + tall * 0.06, tall * 0.5, tall * 0.035, dark, 'opacity="0.45"')
    : '';
  return `<defs>${defs}</defs>${rect(0, 0, width, horizon + 1, 'url(#sky)')}${group(bands, 'filter="url(#haze)"')}${circle(x, y, size * 5.5, 'url(#glow)')}${circle(x, y, size, sun)}${land}${rect(0, horizon, width, height - horizon, 'url(#sea)')}${waves}${road}${boat}`;
};
