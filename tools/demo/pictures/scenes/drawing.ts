import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';
import { circle, curve, ellipse, type Point, rect, stroke, times } from '../svg.ts';

const wobble = (r: Random, points: readonly Point[], much: number): Point[] =>
  points.map(([x, y]) => [x + r.bell() * much, y + r.bell() * much]);

/** A child's crayon drawing: house, sun, people holding hands, an animal. */
export const drawing: Scene = (r, width, height) => {
  const unit = Math.min(width, height) / 20;
  const colours = ['#e63946', '#1d7fd1', '#2a9d4b', '#f4a11d', '#8e44ad', '#e0569b', '#5c3d2e'];
  const line = (points: readonly Point[], colour: string, close = false, wide = 0.24) => {
    const one = curve(wobble(r, points, unit * 0.09), close);
    return (
      stroke(one, colour, unit * wide, 'opacity="0.85"') +
      stroke(curve(wobble(r, points, unit * 0.12), close), colour, unit * wide * 0.5, 'opacity="0.5"')
    );
  };
  const scribble = (x: number, y: number, w: number, h: number, colour: string) => {
    const rows = Math.max(4, Math.round(h / (unit * 0.3)));
    return line(
      Array.from(
        { length: rows * 2 },
        (_, index): Point => [x + (index % 2 ? w : 0) + r.bell() * unit * 0.1, y + (h * index) / (rows * 2)],
      ),
      colour,
      false,
      0.16,
    );
  };
  const ground = height * 0.8;
  const sunX = width * r.pick([0.12, 0.87]);
  const sun =
    circle(sunX, height * 0.15, unit * 1.5, '#ffd23f', 'opacity="0.75"') +
    line(
      Array.from(
        { length: 14 },
        (_, index): Point => [
          sunX + Math.cos(index * 0.45) * unit * 1.5,
          height * 0.15 + Math.sin(index * 0.45) * unit * 1.5,
        ],
      ),
      '#f4a11d',
      true,
    ) +
    times(11, (index) => {
      const angle = index * 0.571;
      return line(
        [
          [sunX + Math.cos(angle) * unit * 1.9, height * 0.15 + Math.sin(angle) * unit * 1.9],
          [sunX + Math.cos(angle) * unit * 2.7, height * 0.15 + Math.sin(angle) * unit * 2.7],
        ],
        '#f4a11d',
      );
    });
  const houseX = width * r.range(0.14, 0.24);
  const roofColour = r.pick(colours);
  const house =
    scribble(
      houseX,
      ground - unit * 5.2,
      unit * 5.4,
      unit * 5.2,
      r.pick(['#f7c59f', '#bde0fe', '#ffc8dd', '#fff1a8']),
    ) +
    line(
      [
        [houseX, ground],
        [houseX, ground - unit * 2.6],
        [houseX, ground - unit * 5.2],
        [houseX + unit * 5.4, ground - unit * 5.2],
        [houseX + unit * 5.4, ground],
      ],
      '#5c3d2e',
    ) +
    scribble(houseX + unit * 0.6, ground - unit * 7.2, unit * 4.2, unit * 1.9, roofColour) +
    line(
      [
        [houseX - unit * 0.5, ground - unit * 5.2],
        [houseX + unit * 2.7, ground - unit * 8.2],
        [houseX + unit * 5.9, ground - unit * 5.2],
      ],
      roofColour,
    ) +
    line(
      [
        [houseX + unit * 2.1, ground],
        [houseX + unit * 2.1, ground - unit * 2.4],
        [houseX + unit * 3.4, ground - unit * 2.4],
        [houseX + unit * 3.4, ground],
      ],
      '#8e44ad',
    ) +
    [0.7, 3.8]
      .map((x) =>
        line(
          [
            [houseX + unit * x, ground - unit * 4.4],
            [houseX + unit * (x + 1), ground - unit * 4.4],
            [houseX + unit * (x + 1), ground - unit * 3.4],
            [houseX + unit * x, ground - unit * 3.4],
          ],
          '#1d7fd1',
          true,
        ),
      )
      .join('');
  const person = (x: number, tall: number) => {
    const top = ground + unit * 0.6 - tall;
    const head = tall * 0.17;
    const cloth = r.pick(colours);
    const hair = r.pick(['#5c3d2e', '#f4a11d', '#222222', '#b5651d']);
    const dress = r.chance(0.5);
    const hip = top + tall * 0.68;
    return (
      (dress
        ? scribble(x - tall * 0.14, top + head * 2.2, tall * 0.28, hip - top - head * 2.1, cloth) +
          line(
            [
              [x, top + head * 2],
              [x + tall * 0.18, hip],
              [x - tall * 0.18, hip],
            ],
            cloth,
            true,
          )
        : line(
            [
              [x, top + head * 2],
              [x, hip],
            ],
            cloth,
            false,
            0.55,
          )) +
      line(
        [
          [x - tall * 0.06, hip],
          [x - tall * 0.1, ground + unit * 0.6],
        ],
        '#5c3d2e',
      ) +
      line(
        [
          [x + tall * 0.06, hip],
          [x + tall * 0.1, ground + unit * 0.6],
        ],
        '#5c3d2e',
      ) +
      line(
        [
          [x - tall * 0.28, top + tall * 0.54],
          [x, top + tall * 0.42],
          [x + tall * 0.28, top + tall * 0.54],
        ],
        cloth,
      ) +
      circle(x, top + head, head, r.pick(['#ffe0bd', '#e0ac69', '#8d5524', '#c68642'])) +
      line(
        Array.from(
          { length: 10 },
          (_, index): Point => [x + Math.cos(index * 0.63) * head, top + head + Math.sin(index * 0.63) * head],
        ),
        '#5c3d2e',
        true,
        0.14,
      ) +
      circle(x - head * 0.34, top + head * 0.85, head * 0.11, '#222') +
      circle(x + head * 0.34, top + head * 0.85, head * 0.11, '#222') +
      line(
        [
          [x - head * 0.45, top + head * 1.3],
          [x, top + head * 1.55],
          [x + head * 0.45, top + head * 1.3],
        ],
        '#e63946',
        false,
        0.12,
      ) +
      times(6, (index) =>
        line(
          [
            [x - head + index * head * 0.4, top + head * 0.4],
            [x - head + index * head * 0.4 + r.bell() * 4, top - head * 0.2],
          ],
          hair,
          false,
          0.16,
        ),
      )
    );
  };
  const family = times(r.int(2, 4), (index) =>
    person(width * 0.56 + index * unit * 2.7, unit * r.pick([5.4, 4.6, 3.4])),
  );
  const clouds = times(3, (index) => {
    const x = width * (0.3 + index * 0.19);
    const y = height * r.range(0.1, 0.22);
    return line(
      Array.from(
        { length: 12 },
        (_, step): Point => [
          x + Math.cos(step * 0.52) * unit * 1.6,
          y + Math.sin(step * 0.52) * unit * 0.7 + (step % 2 ? unit * 0.3 : 0),
        ],
      ),
      '#4fa3e0',
      true,
      0.16,
    );
  });
  const grass =
    scribble(-unit, ground + unit * 0.6, width + 2 * unit, height - ground - unit * 0.4, '#58b368') +
    times(16, () => {
      const x = r.range(0, width);
      const y = r.range(ground + unit, height - unit * 0.6);
      return (
        line(
          [
            [x, y + unit],
            [x, y],
          ],
          '#2a9d4b',
          false,
          0.14,
        ) +
        times(5, (index) =>
          circle(
            x + Math.cos(index * 1.26) * unit * 0.28,
            y + Math.sin(index * 1.26) * unit * 0.28,
            unit * 0.2,
            r.pick(colours),
            'opacity="0.85"',
          ),
        )
      );
    });
  const fibres = times(120, () =>
    ellipse(r.range(0, width), r.range(0, height), r.range(1, 4), 0.8, '#c8bfae', 'opacity="0.5"'),
  );
  return rect(0, 0, width, height, '#fbf8f1') + fibres + sun + clouds + grass + house + family;
};
