import { mix, shade } from '../colour.ts';
import type { Scene } from '../scene.ts';
import { circle, ellipse, group, linear, n, rect, stroke, times } from '../svg.ts';

/** A football pitch from above in low sun, children running after the ball with long shadows. */
export const pitch: Scene = (r, width, height) => {
  const grass = r.pick(['#4f9d4d', '#5a8f3d', '#3f8f5f']);
  const teams = r.shuffled(['#e63946', '#ffffff', '#1d3557', '#ffb703', '#f4845f', '#6a4c93']);
  const stripes = times(18, (index) =>
    rect((width * (index - 3)) / 12, -height * 0.5, width / 12, height * 2, index % 2 ? grass : shade(grass, -0.03)),
  );
  const chalk = '#f5fff0';
  const line = width * 0.005;
  const centreX = width * r.range(0.3, 0.7);
  const lines =
    rect(
      -width * 0.2,
      height * 0.07,
      width * 1.4,
      height * 0.86,
      'none',
      `stroke="${chalk}" stroke-width="${n(line)}" opacity="0.85"`,
    ) +
    stroke(`M${n(centreX)} ${n(height * 0.07)}V${n(height * 0.93)}`, chalk, line, 'opacity="0.85"') +
    circle(centreX, height * 0.5, height * 0.17, 'none', `stroke="${chalk}" stroke-width="${n(line)}" opacity="0.85"`);
  const ballX = width * r.range(0.3, 0.7);
  const ballY = height * r.range(0.35, 0.65);
  const size = Math.min(width, height) * 0.028;
  const lean = r.range(2.6, 4);
  const child = (x: number, y: number, colour: string) => {
    const hair = r.pick(['#2b1d14', '#6b4226', '#d9a441', '#1a1a1a', '#a0522d']);
    const turn = r.range(0, 360);
    return (
      group(
        ellipse(size * lean, 0, size * lean, size * 0.7, '#000000', 'opacity="0.24"'),
        `transform="translate(${n(x)} ${n(y)}) rotate(24)"`,
      ) +
      group(
        ellipse(0, -size * 1.05, size * 0.42, size * 0.8, '#f0f0f0', 'transform="rotate(24)"') +
          ellipse(0, size * 1.05, size * 0.42, size * 0.8, '#f0f0f0', 'transform="rotate(24)"') +
          ellipse(0, 0, size * 0.85, size * 1.35, colour) +
          ellipse(size * 0.1, -size * 1.4, size * 0.3, size * 0.5, mix('#8d5524', '#ffdbac', r.next())) +
          ellipse(size * 0.1, size * 1.4, size * 0.3, size * 0.5, mix('#8d5524', '#ffdbac', r.next())) +
          circle(size * 0.1, 0, size * 0.72, hair),
        `transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})"`,
      )
    );
  };
  const players = times(13, (index) =>
    child(ballX + r.bell() * width * 0.24, ballY + r.bell() * height * 0.23, teams[index % 2] ?? chalk),
  );
  const wear = times(40, () =>
    ellipse(
      r.range(0, width),
      r.range(0, height),
      width * r.range(0.01, 0.05),
      height * r.range(0.01, 0.03),
      '#8a7a4a',
      'opacity="0.07"',
    ),
  );
  const ball =
    group(
      ellipse(size * 1.2, 0, size, size * 0.4, '#000000', 'opacity="0.3"'),
      `transform="translate(${n(ballX)} ${n(ballY)}) rotate(24)"`,
    ) +
    circle(ballX, ballY, size * 0.55, '#ffffff') +
    circle(ballX, ballY, size * 0.2, '#222222');
  return `<defs>${linear(
    'sun',
    [
      [0, '#ffe9a8', 0.45],
      [1, '#0a2a12', 0.35],
    ],
    [0, 0, 1, 1],
  )}</defs>${group(stripes + wear + lines, `transform="rotate(${n(r.range(-9, 9))} ${n(width / 2)} ${n(height / 2)})"`)}${players}${ball}${rect(0, 0, width, height, 'url(#sun)')}`;
};
