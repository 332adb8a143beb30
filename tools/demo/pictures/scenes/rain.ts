import { mix } from '../colour.ts';
import type { Scene } from '../scene.ts';
import { blur, circle, curve, ellipse, group, linear, n, type Point, rect, stroke, times } from '../svg.ts';

/** Evening lights out of focus behind a wet window. */
export const rain: Scene = (r, width, height) => {
  const [top, low, lights] = r.pick([
    ['#10182b', '#2b2440', ['#ffb454', '#ff6b6b', '#ffd98a', '#6fc3df', '#fff3d6']],
    ['#0f2027', '#203a43', ['#f6bd60', '#84dcc6', '#ff8c61', '#fff1c1', '#5fa8d3']],
    ['#20152b', '#3a1f3d', ['#ff7ea8', '#ffc371', '#b388eb', '#ffe5b4', '#ff9770']],
  ] as const);
  const defs =
    linear('sky', [
      [0, top],
      [1, low],
    ]) +
    blur('soft', width * 0.0035) +
    blur('more', width * 0.012) +
    linear('drop', [
      [0, '#000000', 0.42],
      [0.55, '#ffffff', 0.12],
      [1, '#ffffff', 0.75],
    ]);
  const dots = (count: number, min: number, max: number, opacity: number) =>
    times(count, () => {
      const x = r.range(0, width);
      const y = height * (0.2 + 0.6 * Math.min(1, Math.max(0, 0.5 + r.bell() * 0.3)));
      const size = width * r.range(min, max);
      const colour = r.pick(lights);
      return (
        circle(x, y, size, colour, `opacity="${opacity * r.range(0.4, 1)}"`) +
        circle(
          x,
          y,
          size,
          'none',
          `stroke="${mix(colour, '#ffffff', 0.4)}" stroke-width="${n(size * 0.06)}" opacity="${opacity * 0.55}"`,
        )
      );
    });
  const drop = (x: number, y: number, size: number) =>
    ellipse(x, y, size * 0.9, size * 1.08, 'url(#drop)') +
    ellipse(x, y + size * 0.4, size * 0.5, size * 0.4, r.pick(lights), 'opacity="0.35"') +
    ellipse(x - size * 0.28, y - size * 0.46, size * 0.2, size * 0.16, '#ffffff', 'opacity="0.85"');
  const drops = times(210, () => drop(r.range(0, width), r.range(0, height), width * (0.0018 + 0.011 * r.next() ** 4)));
  const runs = times(9, () => {
    const x = r.range(0, width);
    const from = r.range(0, height * 0.5);
    const to = from + height * r.range(0.15, 0.45);
    const wander: Point[] = [0, 1, 2, 3, 4].map((step) => [
      x + r.bell() * width * 0.006,
      from + ((to - from) * step) / 4,
    ]);
    return (
      stroke(curve(wander), '#ffffff', width * 0.0045, 'opacity="0.13"') +
      drop(wander.at(-1)?.[0] ?? x, to, width * 0.011)
    );
  });
  return `<defs>${defs}</defs>${rect(0, 0, width, height, 'url(#sky)')}${group(dots(26, 0.05, 0.11, 0.22), 'filter="url(#more)"')}${group(dots(60, 0.012, 0.05, 0.5), 'filter="url(#soft)"')}${runs}${drops}`;
};
