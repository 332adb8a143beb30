import { shade } from '../colour.ts';
import type { Scene } from '../scene.ts';
import { blur, circle, ellipse, group, n, type Point, rect, shape, stroke, times } from '../svg.ts';

/** A laid table from above: bowls, a cup, a board, scattered leaves. */
export const table: Scene = (r, width, height) => {
  const [cloth, line, wares] = r.pick([
    ['#e8dcc8', '#b9a788', ['#2f5d62', '#fffaf0', '#c8553d', '#34495e']],
    ['#31463f', '#4e6a60', ['#f4efe6', '#e07a5f', '#f2cc8f', '#dfe7e3']],
    ['#b5c9d9', '#ffffff', ['#ffffff', '#1d3557', '#f4a261', '#fdf0d5']],
    ['#6b4f3f', '#856453', ['#f6f1e9', '#84a59d', '#f28482', '#f7ede2']],
  ] as const);
  const size = Math.min(width, height);
  const weave = times(
    60,
    (index) =>
      stroke(`M${n((width * index) / 60)} 0V${height}`, line, 1, 'opacity="0.3"') +
      stroke(`M0 ${n((height * index) / 60)}H${width}`, line, 1, 'opacity="0.22"'),
  );
  const bands = times(
    3,
    (index) =>
      rect(0, height * (0.08 + index * 0.025), width, height * 0.009, line, 'opacity="0.55"') +
      rect(0, height * (0.88 + index * 0.025), width, height * 0.009, line, 'opacity="0.55"'),
  );
  const shadow = (x: number, y: number, radius: number) =>
    ellipse(
      x + radius * 0.12,
      y + radius * 0.18,
      radius * 1.04,
      radius * 1.04,
      '#1a0f06',
      'opacity="0.36" filter="url(#fall)"',
    );
  const bowl = (x: number, y: number, radius: number) => {
    const ware = r.pick(wares);
    const [food, bits] = r.pick([
      ['#d95d39', ['#f6c28b', '#5a8f3d', '#b23a1f', '#fff1c9']],
      ['#e9b949', ['#c8553d', '#3f7d58', '#fff3d0', '#8a5a1f']],
      ['#7fa650', ['#d7e8ba', '#f4f1de', '#4a6b2a', '#e07a5f']],
      ['#f3ead8', ['#6a4c93', '#c1121f', '#f77f00', '#432818', '#5b8e7d']],
    ] as const);
    return (
      shadow(x, y, radius) +
      circle(x, y, radius, ware) +
      circle(x, y, radius * 0.9, shade(ware, -0.05)) +
      circle(x, y, radius * 0.84, shade(ware, 0.02)) +
      circle(x, y, radius * 0.76, shade(food, -0.05)) +
      circle(x, y, radius * 0.73, food) +
      times(36, () => {
        const angle = r.range(0, 6.28);
        const away = radius * 0.62 * Math.sqrt(r.next());
        const bit = radius * r.range(0.03, 0.13);
        const colour = r.pick(bits);
        return ellipse(
          x + Math.cos(angle) * away,
          y + Math.sin(angle) * away,
          bit,
          bit * r.range(0.45, 1),
          colour,
          `transform="rotate(${r.int(0, 180)} ${n(x + Math.cos(angle) * away)} ${n(y + Math.sin(angle) * away)})"`,
        );
      }) +
      stroke(
        `M${n(x - radius * 0.88)} ${n(y - radius * 0.2)}A${n(radius * 0.9)} ${n(radius * 0.9)} 0 0 1 ${n(x - radius * 0.2)} ${n(y - radius * 0.88)}`,
        '#ffffff',
        radius * 0.03,
        'opacity="0.6"',
      )
    );
  };
  const pie = (x: number, y: number, radius: number) =>
    shadow(x, y, radius) +
    circle(x, y, radius, '#c98b4a') +
    circle(x, y, radius * 0.9, '#a23b3b') +
    times(24, (index) =>
      circle(
        x + Math.cos(index * 0.2618) * radius * 0.95,
        y + Math.sin(index * 0.2618) * radius * 0.95,
        radius * 0.1,
        index % 2 ? '#dba765' : '#cf9552',
      ),
    ) +
    times(60, () => {
      const a = r.range(0, 6.28);
      const away = radius * 0.8 * Math.sqrt(r.next());
      return circle(
        x + Math.cos(a) * away,
        y + Math.sin(a) * away,
        radius * 0.055,
        r.pick(['#7b1e2b', '#c0394b', '#d85a63', '#5a1020']),
      );
    }) +
    `<clipPath id="pie"><circle cx="${n(x)}" cy="${n(y)}" r="${n(radius * 0.9)}"/></clipPath>` +
    group(
      times(
        5,
        (index) =>
          rect(x - radius, y - radius * 0.72 + index * radius * 0.34, radius * 2, radius * 0.11, '#dfae6d') +
          rect(x - radius * 0.72 + index * radius * 0.34, y - radius, radius * 0.11, radius * 2, '#d29b57'),
      ),
      `clip-path="url(#pie)" transform="rotate(${r.int(10, 60)} ${n(x)} ${n(y)})"`,
    );
  const cup = (x: number, y: number, radius: number) => {
    const ware = r.pick(wares);
    const heart = radius * 0.34;
    return (
      shadow(x, y, radius * 1.5) +
      circle(x, y, radius * 1.5, shade(ware, 0.02)) +
      circle(x, y, radius * 1.36, shade(ware, -0.03)) +
      circle(x, y, radius * 1.05, shade(ware, 0.03)) +
      group(
        rect(radius * 0.8, -radius * 0.16, radius * 0.75, radius * 0.32, ware, `rx="${n(radius * 0.16)}"`),
        `transform="translate(${n(x)} ${n(y)}) rotate(${r.int(0, 360)})"`,
      ) +
      circle(x, y, radius, ware) +
      circle(x, y, radius * 0.87, '#7a4a28') +
      circle(x, y, radius * 0.8, '#a56a3a') +
      shape(
        `M${n(x)} ${n(y + heart * 1.3)}C${n(x - heart * 2.1)} ${n(y - heart * 0.1)} ${n(x - Number(heart))} ${n(y - heart * 1.6)} ${n(x)} ${n(y - heart * 0.6)}C${n(x + heart)} ${n(y - heart * 1.6)} ${n(x + heart * 2.1)} ${n(y - heart * 0.1)} ${n(x)} ${n(y + heart * 1.3)}Z`,
        '#f6e3c8',
      )
    );
  };
  const sprig = (x: number, y: number) =>
    group(
      stroke(`M0 0Q${n(size * 0.02)} ${n(-size * 0.07)} 0 ${n(-size * 0.14)}`, '#4a6b2a', size * 0.005) +
        times(8, (index) =>
          ellipse(
            (index % 2 ? 1 : -1) * size * 0.02,
            -size * 0.016 * (index + 1),
            size * 0.02,
            size * 0.009,
            index % 3 ? '#6a994e' : '#86b168',
            `transform="rotate(${index % 2 ? -32 : 32} ${n((index % 2 ? 1 : -1) * size * 0.02)} ${n(-size * 0.016 * (index + 1))})"`,
          ),
        ),
      `transform="translate(${n(x)} ${n(y)}) rotate(${r.int(0, 360)})"`,
    );
  const spoon = (x: number, y: number, angle: number) =>
    group(
      ellipse(3, 8, size * 0.03, size * 0.19, '#1a0f06', 'opacity="0.25" filter="url(#fall)"') +
        rect(-size * 0.007, 0, size * 0.014, size * 0.22, '#c9b27c', `rx="${n(size * 0.007)}"`) +
        ellipse(0, -size * 0.02, size * 0.027, size * 0.045, '#d9c48f') +
        ellipse(0, -size * 0.02, size * 0.018, size * 0.034, '#bfa76e'),
      `transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)})"`,
    );
  const places = r.shuffled([
    [0.28, 0.34],
    [0.72, 0.3],
    [0.3, 0.76],
    [0.74, 0.74],
  ] as const);
  const at = (index: number): Point => [
    (places[index]?.[0] ?? 0.5) * width + r.bell() * size * 0.02,
    (places[index]?.[1] ?? 0.5) * height + r.bell() * size * 0.02,
  ];
  const main = r.chance(0.45)
    ? pie(width * 0.5, height * 0.52, size * 0.3)
    : bowl(...at(0), size * r.range(0.2, 0.25)) + bowl(...at(2), size * r.range(0.14, 0.18));
  return `<defs>${blur('fall', size * 0.02)}</defs>${rect(0, 0, width, height, cloth)}${weave}${bands}${times(5, () => sprig(r.range(0, width), r.range(0, height)))}${spoon(at(3)[0], at(3)[1], r.range(-50, 50))}${main}${cup(...at(1), size * 0.085)}${times(26, () => circle(r.range(0, width), r.range(0, height), size * r.range(0.002, 0.005), '#7a4a28', 'opacity="0.6"'))}`;
};
