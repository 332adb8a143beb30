import { mix, shade } from '../colour.ts';
import type { Scene } from '../scene.ts';
import { blur, circle, ellipse, group, linear, n, path, rect, shape, stroke, times } from '../svg.ts';

/** A bicycle in front of a painted wall with a window and plants. */
export const bicycle: Scene = (r, width, height) => {
  const [wall, path_, frame, shutter] = r.pick([
    ['#e9b872', '#c9b8a2', '#1d5c63', '#417b5a'],
    ['#d77a61', '#b9aa9a', '#f4f1de', '#223843'],
    ['#8fb8b5', '#cfc5b5', '#c8553d', '#f2e8cf'],
    ['#f1d6d0', '#b8b0a6', '#3d5a80', '#6d597a'],
  ] as const);
  const floor = height * 0.8;
  const wheel = Math.min(width * 0.16, height * 0.19);
  const defs =
    linear(
      'wall',
      [
        [0, shade(wall, 0.03)],
        [1, shade(wall, -0.07)],
      ],
      [0, 0, 1, 1],
    ) + blur('fall', wheel * 0.06);
  const plaster = times(60, () =>
    ellipse(
      r.range(0, width),
      r.range(0, floor),
      width * r.range(0.005, 0.05),
      height * r.range(0.003, 0.02),
      shade(wall, r.pick([-0.025, 0.025])),
      'opacity="0.5"',
    ),
  );
  const bricks = times(18, () => {
    const x = r.range(0, width);
    const y = r.range(floor * 0.5, floor);
    return times(3, (index) =>
      rect(
        x + (index % 2) * wheel * 0.2,
        y + index * wheel * 0.15,
        wheel * 0.36,
        wheel * 0.12,
        shade(wall, -0.06),
        'rx="2" opacity="0.55"',
      ),
    );
  });
  const stones = times(70, () => {
    const down = r.next();
    return ellipse(
      r.range(0, width),
      floor + down * (height - floor),
      wheel * r.range(0.16, 0.3) * (0.6 + down),
      wheel * 0.05 * (0.7 + down),
      shade(path_, r.range(-0.05, 0.03)),
      'opacity="0.8"',
    );
  });
  const [wx, wy, ww, wh] = [width * r.range(0.08, 0.16), height * 0.12, width * 0.22, height * 0.3];
  const window =
    rect(wx, wy, ww, wh, '#fff8ec') +
    rect(wx + ww * 0.06, wy + wh * 0.05, ww * 0.88, wh * 0.9, '#5f7f8c') +
    shape(
      path([
        [wx + ww * 0.06, wy + wh * 0.6],
        [wx + ww * 0.6, wy + wh * 0.05],
        [wx + ww * 0.86, wy + wh * 0.05],
        [wx + ww * 0.06, wy + wh * 0.9],
      ]),
      '#ffffff',
      'opacity="0.25"',
    ) +
    rect(wx + ww * 0.47, wy, ww * 0.06, wh, '#fff8ec') +
    rect(wx, wy + wh * 0.45, ww, wh * 0.05, '#fff8ec') +
    [-0.34, 1.02]
      .map(
        (off) =>
          rect(wx + ww * off, wy - wh * 0.02, ww * 0.32, wh * 1.04, shutter) +
          times(12, (index) =>
            rect(wx + ww * (off + 0.03), wy + wh * (0.03 + index * 0.08), ww * 0.26, wh * 0.03, shade(shutter, -0.05)),
          ),
      )
      .join('');
  const box =
    rect(wx - ww * 0.04, wy + wh, ww * 1.08, wh * 0.14, '#8a5a3c') +
    times(34, () =>
      circle(
        wx + r.range(0, ww),
        wy + wh * (0.98 - r.next() * 0.16),
        ww * r.range(0.02, 0.05),
        r.pick(['#5a8f3d', '#3f7d3a', '#e63946', '#ffb703', '#ffffff']),
        '',
      ),
    );
  const vine = times(90, (index) => {
    const x = width * (0.995 - 0.24 * r.next() ** 1.7);
    const y = height * 0.8 * r.next() ** 1.35;
    return ellipse(
      x,
      y,
      wheel * r.range(0.05, 0.12),
      wheel * r.range(0.04, 0.08),
      shade('#4f7942', r.range(-0.08, 0.09)),
      `transform="rotate(${index * 37} ${n(x)} ${n(y)})"`,
    );
  });
  const [ax, bx, y] = [width * 0.42, width * 0.42 + wheel * 2.75, floor + height * 0.05 - wheel];
  const wheels = [ax, bx]
    .map(
      (x) =>
        circle(x, y, wheel, 'none', `stroke="#2b2622" stroke-width="${n(wheel * 0.09)}"`) +
        circle(x, y, wheel * 0.92, 'none', `stroke="#d8d3c8" stroke-width="${n(wheel * 0.03)}"`) +
        times(16, (index) =>
          stroke(
            `M${n(x)} ${n(y)}L${n(x + Math.cos(index * 0.3927) * wheel * 0.92)} ${n(y + Math.sin(index * 0.3927) * wheel * 0.92)}`,
            '#d8d3c8',
            1,
            'opacity="0.8"',
          ),
        ) +
        circle(x, y, wheel * 0.07, '#2b2622'),
    )
    .join('');
  const [sx, sy] = [ax + wheel * 0.72, y - wheel * 1.05];
  const [px, py] = [ax + wheel * 1.12, y + wheel * 0.08];
  const [hx, hy] = [bx - wheel * 0.5, y - wheel * 1.2];
  const bar = wheel * 0.085;
  const bike =
    stroke(
      `M${n(ax)} ${n(y)}L${n(px)} ${n(py)}L${n(sx)} ${n(sy)}ZM${n(px)} ${n(py)}L${n(hx + wheel * 0.08)} ${n(hy + wheel * 0.2)}M${n(sx + wheel * 0.04)} ${n(sy + wheel * 0.16)}Q${n(sx + wheel * 0.8)} ${n(sy + wheel * 0.36)} ${n(hx)} ${n(hy)}L${n(bx)} ${n(y)}`,
      frame,
      bar,
    ) +
    stroke(`M${n(sx)} ${n(sy)}l${n(-wheel * 0.08)} ${n(-wheel * 0.22)}`, '#cfcac0', bar * 0.8) +
    shape(
      `M${n(sx - wheel * 0.44)} ${n(sy - wheel * 0.28)}Q${n(sx - wheel * 0.1)} ${n(sy - wheel * 0.36)} ${n(sx + wheel * 0.26)} ${n(sy - wheel * 0.22)}Q${n(sx)} ${n(sy - wheel * 0.12)} ${n(sx - wheel * 0.3)} ${n(sy - wheel * 0.12)}Z`,
      '#6b3e26',
    ) +
    stroke(
      `M${n(hx)} ${n(hy)}l${n(-wheel * 0.08)} ${n(-wheel * 0.3)}q${n(-wheel * 0.1)} ${n(-wheel * 0.1)} ${n(-wheel * 0.42)} ${n(wheel * 0.02)}`,
      '#cfcac0',
      bar * 0.8,
    ) +
    stroke(
      `M${n(hx - wheel * 0.5)} ${n(hy - wheel * 0.28)}l${n(-wheel * 0.16)} ${n(wheel * 0.06)}`,
      '#6b3e26',
      bar * 1.2,
    ) +
    circle(px, py, wheel * 0.17, 'none', `stroke="#cfcac0" stroke-width="${n(bar * 0.6)}"`) +
    stroke(`M${n(px)} ${n(py)}l${n(wheel * 0.2)} ${n(wheel * 0.24)}`, '#2b2622', bar * 0.7) +
    stroke(
      `M${n(ax - wheel * 1.02)} ${n(y + wheel * 0.1)}A${n(wheel * 1.06)} ${n(wheel * 1.06)} 0 0 1 ${n(ax + wheel * 0.62)} ${n(y - wheel * 0.86)}`,
      shade(frame, -0.04),
      bar * 0.6,
    );
  const [kx, ky] = [bx - wheel * 0.08, y - wheel * 1.5];
  const basket =
    times(26, () =>
      circle(
        kx + wheel * r.range(-0.35, 0.42),
        ky + wheel * r.range(-0.3, 0.06),
        wheel * r.range(0.06, 0.12),
        r.pick(['#e63946', '#ffb703', '#f4978e', '#ffffff', '#5a8f3d', '#6a994e', '#c77dff']),
      ),
    ) +
    shape(
      path([
        [kx - wheel * 0.42, ky],
        [kx + wheel * 0.48, ky],
        [kx + wheel * 0.36, ky + wheel * 0.5],
        [kx - wheel * 0.32, ky + wheel * 0.5],
      ]),
      '#b98a55',
    ) +
    times(5, (index) =>
      stroke(
        `M${n(kx - wheel * 0.4 + index * 2)} ${n(ky + wheel * (0.08 + index * 0.09))}H${n(kx + wheel * 0.45 - index * 3)}`,
        '#96693a',
        wheel * 0.03,
      ),
    ) +
    times(7, (index) =>
      stroke(
        `M${n(kx - wheel * (0.36 - index * 0.125))} ${n(ky)}L${n(kx - wheel * (0.28 - index * 0.1))} ${n(ky + wheel * 0.5)}`,
        '#96693a',
        wheel * 0.02,
      ),
    );
  const shadow =
    ellipse(
      (ax + bx) / 2 + wheel * 0.3,
      y + wheel * 1.02,
      wheel * 2.6,
      wheel * 0.13,
      '#20150c',
      'opacity="0.42" filter="url(#fall)"',
    ) +
    group(
      bike + wheels,
      `transform="translate(${n(wheel * 0.35)} ${n(-wheel * 0.1)})" opacity="0.12" filter="url(#fall)"`,
    );
  const pots = [width * 0.06, width * 0.15, width * 0.3]
    .map((x, index) => {
      const size = wheel * (0.42 + 0.1 * index);
      const foot = floor + height * 0.03;
      return (
        times(22, () =>
          circle(
            x + r.bell() * size * 0.7,
            foot - size * r.range(0.8, 2),
            size * r.range(0.12, 0.3),
            shade(mix('#4f7942', '#8cb369', r.next()), r.range(-0.06, 0.04)),
          ),
        ) +
        times(7, () =>
          circle(
            x + r.bell() * size * 0.6,
            foot - size * r.range(1, 2),
            size * 0.12,
            r.pick(['#e63946', '#ffb703', '#ffffff', '#c77dff']),
          ),
        ) +
        shape(
          path([
            [x - size * 0.6, foot - size],
            [x + size * 0.6, foot - size],
            [x + size * 0.42, foot],
            [x - size * 0.42, foot],
          ]),
          '#b5653a',
        ) +
        rect(x - size * 0.66, foot - size * 1.08, size * 1.32, size * 0.2, '#c47548')
      );
    })
    .join('');
  return `<defs>${defs}</defs>${rect(0, 0, width, floor, 'url(#wall)')}${plaster}${bricks}${window}${box}${vine}${rect(0, floor, width, height - floor, path_)}${rect(0, floor, width, 3, shade(path_, -0.1))}${stones}${pots}${shadow}${bike}${wheels}${basket}`;
};
