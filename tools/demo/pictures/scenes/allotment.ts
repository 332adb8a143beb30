import { shade } from '../colour.ts';
import type { Scene } from '../scene.ts';
import { circle, ellipse, linear, n, rect, stroke, times } from '../svg.ts';

/** Vegetable beds from above with paths of chips, a can and a fork. */
export const allotment: Scene = (r, width, height) => {
  const soil = r.pick(['#5b4030', '#4f382b', '#6a4a35']);
  const lawn = r.pick(['#8aa65a', '#b9a27c', '#7c9a62']);
  const size = Math.min(width, height);
  const chips = times(900, () => {
    const x = r.range(0, width);
    const y = r.range(0, height);
    return rect(
      x,
      y,
      r.range(2, 9),
      2,
      shade(lawn, r.range(-0.07, 0.06)),
      `transform="rotate(${r.int(0, 180)} ${n(x)} ${n(y)})"`,
    );
  });
  const leafy = (x: number, y: number, radius: number, colour: string) =>
    circle(x + 2, y + 4, radius, '#1a120b', 'opacity="0.35"') +
    times(3, (ring) =>
      times(9 - ring * 2, (index) => {
        const a = (index * 6.283) / (9 - ring * 2) + ring;
        const away = radius * (0.62 - ring * 0.24);
        return ellipse(
          x + Math.cos(a) * away,
          y + Math.sin(a) * away,
          radius * 0.44,
          radius * 0.32,
          shade(colour, -0.05 + ring * 0.05 + r.range(-0.02, 0.02)),
          `transform="rotate(${n((a * 180) / Math.PI)} ${n(x + Math.cos(a) * away)} ${n(y + Math.sin(a) * away)})"`,
        );
      }),
    ) +
    circle(x, y, radius * 0.2, shade(colour, 0.1));
  const tuft = (x: number, y: number, radius: number, colour: string) =>
    times(11, (index) => {
      const a = index * 0.571;
      return stroke(
        `M${n(x)} ${n(y)}L${n(x + Math.cos(a) * radius * r.range(0.7, 1.1))} ${n(y + Math.sin(a) * radius * r.range(0.7, 1.1))}`,
        shade(colour, r.range(-0.06, 0.06)),
        radius * 0.1,
      );
    });
  const squash = (x: number, y: number, radius: number) =>
    times(5, () => {
      const [lx, ly] = [x + r.bell() * radius * 0.7, y + r.bell() * radius * 0.7];
      return (
        circle(lx + 2, ly + 3, radius * 0.4, '#1a120b', 'opacity="0.3"') +
        circle(lx, ly, radius * 0.4, shade('#5a8f3d', r.range(-0.06, 0.04)))
      );
    }) +
    ellipse(x, y, radius * 0.5, radius * 0.42, '#f28f3b') +
    times(3, (index) =>
      ellipse(x, y, radius * 0.14 * (index + 0.6), radius * 0.42, 'none', 'stroke="#d9742a" stroke-width="2"'),
    );
  const crops = [
    (x: number, y: number, radius: number) => leafy(x, y, radius, '#8ccf5f'),
    (x: number, y: number, radius: number) => leafy(x, y, radius * 1.1, '#5f9f7f'),
    (x: number, y: number, radius: number) => leafy(x, y, radius, '#8e4a6b'),
    (x: number, y: number, radius: number) => tuft(x, y, radius, '#5cae4a') + circle(x, y, radius * 0.26, '#f07f2e'),
    (x: number, y: number, radius: number) =>
      tuft(x, y, radius * 1.1, '#9fc069') + circle(x, y, radius * 0.2, '#f4eef6'),
    squash,
    (x: number, y: number, radius: number) =>
      tuft(x, y, radius, '#4d8f45') +
      times(4, () => circle(x + r.bell() * radius * 0.5, y + r.bell() * radius * 0.5, radius * 0.18, '#e63946')),
    (x: number, y: number, radius: number) =>
      times(9, (index) =>
        ellipse(
          x + Math.cos(index * 0.698) * radius * 0.6,
          y + Math.sin(index * 0.698) * radius * 0.6,
          radius * 0.34,
          radius * 0.16,
          r.pick(['#ffb703', '#fb8500']),
          `transform="rotate(${index * 40} ${n(x + Math.cos(index * 0.698) * radius * 0.6)} ${n(y + Math.sin(index * 0.698) * radius * 0.6)})"`,
        ),
      ) + circle(x, y, radius * 0.36, '#5b3a1e'),
  ];
  const across = width > height ? 3 : 2;
  const down = width > height ? 2 : 3;
  const gap = size * 0.055;
  const w = (width - gap * (across + 1)) / across;
  const h = (height - gap * (down + 1)) / down;
  const kinds = r.shuffled(crops);
  const beds = times(across * down, (index) => {
    const x = gap + (index % across) * (w + gap);
    const y = gap + Math.floor(index / across) * (h + gap);
    const wood = '#a97c50';
    const crop = kinds[index % kinds.length] ?? squash;
    const radius = size * r.range(0.026, 0.036);
    const columns = Math.floor(w / (radius * 2.5));
    const rows = Math.floor(h / (radius * 2.5));
    return (
      rect(x + 5, y + 8, w, h, '#20150c', 'opacity="0.35"') +
      rect(x, y, w, h, wood, 'rx="4"') +
      rect(x + size * 0.012, y + size * 0.012, w - size * 0.024, h - size * 0.024, soil) +
      times(90, () =>
        circle(
          x + size * 0.02 + r.next() * (w - size * 0.04),
          y + size * 0.02 + r.next() * (h - size * 0.04),
          r.range(1, 3.2),
          shade(soil, r.pick([-0.05, 0.06])),
        ),
      ) +
      times(columns * rows, (spot) =>
        r.chance(0.07)
          ? ''
          : crop(
              x + (w * ((spot % columns) + 0.5)) / columns + r.bell() * radius * 0.12,
              y + (h * (Math.floor(spot / columns) + 0.5)) / rows + r.bell() * radius * 0.12,
              radius * r.range(0.8, 1.12),
            ),
      )
    );
  });
  const [cx, cy, unit] = [width * r.range(0.3, 0.7), height * 0.5, size * 0.06];
  const can =
    ellipse(cx + 6, cy + 10, unit * 1.1, unit, '#20150c', 'opacity="0.4"') +
    stroke(`M${n(cx + unit * 0.6)} ${n(cy)}L${n(cx + unit * 2.2)} ${n(cy - unit * 0.6)}`, '#5f8f96', unit * 0.3) +
    circle(cx + unit * 2.3, cy - unit * 0.64, unit * 0.36, '#79aab0') +
    circle(cx, cy, unit, '#79aab0') +
    circle(cx, cy, unit * 0.8, '#4e7d84') +
    circle(cx, cy, unit * 0.7, '#8ec3d0') +
    stroke(`M${n(cx - unit * 0.9)} ${n(cy + unit * 0.2)}H${n(cx + unit * 0.9)}`, '#5f8f96', unit * 0.16);
  return `<defs>${linear(
    'sun',
    [
      [0, '#fff1b8', 0.35],
      [1, '#1a2a3a', 0.3],
    ],
    [0, 0, 1, 1],
  )}</defs>${rect(0, 0, width, height, lawn)}${chips}${beds}${can}${rect(0, 0, width, height, 'url(#sun)')}`;
};
