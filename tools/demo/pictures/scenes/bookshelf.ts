import { mix, shade } from '../colour.ts';
import type { Scene } from '../scene.ts';
import { circle, group, n, rect, times } from '../svg.ts';
import { books, plant } from './plants.ts';

/** Shelves full of book spines, with a plant and small things between. */
export const bookshelf: Scene = (r, width, height) => {
  const [wood, palette] = r.pick([
    ['#6b4a33', ['#c8553d', '#f2e8cf', '#588b8b', '#ffd5c2', '#2d3142', '#f28f3b', '#93b7be']],
    ['#e9dcc9', ['#355070', '#6d597a', '#b56576', '#e56b6f', '#eaac8b', '#f4f1de', '#52796f']],
    ['#3a4a54', ['#e9c46a', '#f4a261', '#e76f51', '#2a9d8f', '#f1faee', '#a8dadc', '#d62839']],
  ] as const);
  const shelves = height > width ? 4 : 3;
  const each = height / shelves;
  let all = rect(0, 0, width, height, shade(wood, -0.12));
  for (let shelf = 0; shelf < shelves; shelf += 1) {
    const foot = each * (shelf + 1) - each * 0.07;
    for (let x = width * 0.012; x < width * 0.985; ) {
      if (r.chance(0.06)) {
        const size = each * 0.42;
        all += plant(r, x + size * 0.5, foot, size * 1.25, '#6a994e', r.pick(palette));
        x += size * 1.05;
        continue;
      }
      if (r.chance(0.05)) {
        all += books(r, x + each * 0.35, foot, each * 0.55, palette);
        x += each * 0.75;
        continue;
      }
      const wide = width * r.range(0.014, 0.042);
      const tall = each * r.range(0.52, 0.84);
      const colour = shade(r.pick(palette), r.range(-0.05, 0.03));
      const ink = mix(colour, r.chance(0.6) ? '#fff8e7' : '#1c1c1c', 0.75);
      const top = foot - tall;
      let spine =
        rect(x, top, wide, tall, colour, 'rx="2"') +
        rect(x, top, wide * 0.18, tall, '#ffffff', 'opacity="0.13"') +
        rect(x + wide * 0.78, top, wide * 0.22, tall, '#000000', 'opacity="0.17"');
      const kind = r.int(0, 3);
      if (kind === 0)
        spine +=
          rect(x, top + tall * 0.1, wide, tall * 0.02, ink) +
          rect(x, top + tall * 0.14, wide, tall * 0.02, ink) +
          rect(x, top + tall * 0.84, wide, tall * 0.02, ink);
      else if (kind === 1)
        spine += rect(
          x + wide * 0.34,
          top + tall * 0.16,
          wide * 0.3,
          tall * r.range(0.3, 0.55),
          ink,
          'rx="2" opacity="0.85"',
        );
      else if (kind === 2)
        spine +=
          rect(x + wide * 0.14, top + tall * 0.2, wide * 0.72, tall * 0.26, ink, 'opacity="0.9"') +
          circle(x + wide / 2, top + tall * 0.86, wide * 0.2, ink);
      else
        spine += times(5, (index) =>
          rect(x + wide * 0.25, top + tall * (0.2 + index * 0.06), wide * 0.5, tall * 0.025, ink),
        );
      all += r.chance(0.06) ? group(spine, `transform="rotate(${n(r.range(5, 9))} ${n(x)} ${n(foot)})"`) : spine;
      x += wide + (r.chance(0.07) ? width * 0.022 : 1.5);
    }
    all +=
      rect(0, foot, width, each * 0.07, wood) +
      rect(0, foot, width, each * 0.012, shade(wood, 0.07)) +
      rect(0, foot + each * 0.07, width, each * 0.12, '#000000', 'opacity="0.28"');
  }
  return all;
};
