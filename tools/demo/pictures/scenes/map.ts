import { shade } from '../colour.ts';
import type { Scene } from '../scene.ts';
import { circle, curve, ellipse, group, n, type Point, path, rect, shape, stroke, times } from '../svg.ts';

/** A plan of a town: streets, a park, a river, and a way marked through it. */
export const map: Scene = (r, width, height) => {
  const [land, street, park, water, way, block] = r.pick([
    ['#f2ede1', '#ffffff', '#c7dfb5', '#a9d3e5', '#e4572e', '#e5dccb'],
    ['#20242e', '#3a4150', '#24463c', '#1f4e68', '#ffb454', '#282e3a'],
    ['#f6e7d8', '#fffaf4', '#b8d8ba', '#8ecae6', '#6a4c93', '#ecd5c0'],
  ] as const);
  const size = Math.min(width, height);
  const step = size / r.int(9, 12);
  const columns = Math.ceil((width * 1.5) / step);
  const rows = Math.ceil((height * 1.5) / step);
  const spots = new Set(Array.from({ length: 6 }, () => `${r.int(2, columns - 3)} ${r.int(2, rows - 3)}`));
  const blocks = times(columns * rows, (index) => {
    const [x, y] = [index % columns, Math.floor(index / columns)];
    const gap = step * (x % 4 === 0 || y % 5 === 0 ? 0.13 : 0.08);
    const green = spots.has(`${x} ${y}`) || spots.has(`${x - 1} ${y}`) || spots.has(`${x} ${y - 1}`);
    const box = rect(
      x * step + gap,
      y * step + gap,
      step - 2 * gap,
      step - 2 * gap,
      green ? park : shade(block, r.range(-0.012, 0.012)),
      `rx="${n(step * 0.06)}"`,
    );
    if (green)
      return (
        box +
        times(5, () =>
          circle(
            x * step + r.range(0.2, 0.8) * step,
            y * step + r.range(0.2, 0.8) * step,
            step * r.range(0.04, 0.08),
            shade(park, -0.07),
          ),
        )
      );
    return (
      box +
      times(r.int(1, 4), () =>
        rect(
          x * step + step * r.range(0.16, 0.55),
          y * step + step * r.range(0.16, 0.55),
          step * r.range(0.12, 0.28),
          step * r.range(0.12, 0.28),
          shade(block, -0.035),
          'rx="2"',
        ),
      )
    );
  });
  const river: Point[] = [0, 1, 2, 3, 4, 5, 6].map((index) => [
    (width * 1.5 * index) / 6,
    height * (0.62 + 0.2 * Math.sin(index * 1.1 + r.range(0, 1))),
  ]);
  const start: Point = [Math.round(columns * 0.26) * step, Math.round(rows * 0.72) * step];
  const route: Point[] = [start];
  let [x, y] = start;
  for (let leg = 0; leg < 9; leg += 1) {
    if (leg % 2) x += step * r.int(1, 2);
    else y -= step * r.int(0, 1) + (leg % 3 === 0 ? step : 0);
    route.push([x, y]);
  }
  const end = route.at(-1) ?? start;
  const pin = ([px, py]: Point, colour: string) =>
    ellipse(px + 3, py + 3, step * 0.2, step * 0.09, '#000000', 'opacity="0.3"') +
    shape(
      `M${n(px)} ${n(py)}C${n(px - step * 0.5)} ${n(py - step * 0.6)} ${n(px - step * 0.34)} ${n(py - step * 1.05)} ${n(px)} ${n(py - step * 1.05)}C${n(px + step * 0.34)} ${n(py - step * 1.05)} ${n(px + step * 0.5)} ${n(py - step * 0.6)} ${n(px)} ${n(py)}Z`,
      colour,
    ) +
    circle(px, py - step * 0.7, step * 0.13, '#ffffff');
  const avenue = stroke(`M0 ${n(height * 1.3)}L${n(width * 1.4)} ${n(-height * 0.1)}`, street, step * 0.3);
  const plan =
    rect(-width, -height, width * 3, height * 3, street) +
    rect(0, 0, columns * step, rows * step, land, 'opacity="0"') +
    blocks +
    avenue +
    stroke(curve(river), shade(water, -0.05), step * 1.0) +
    stroke(curve(river), water, step * 0.88) +
    stroke(path(route, false), shade(way, -0.12), step * 0.26) +
    stroke(path(route, false), way, step * 0.18) +
    circle(start[0], start[1], step * 0.2, '#ffffff') +
    circle(start[0], start[1], step * 0.13, way) +
    pin(end, way);
  return group(
    plan,
    `transform="translate(${n(-width * 0.16)} ${n(-height * 0.16)}) rotate(${n(r.range(-10, 10))} ${n(width * 0.7)} ${n(height * 0.7)})"`,
  );
};
