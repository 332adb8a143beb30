import { shade } from '../colour.ts';
import type { Random } from '../random.ts';
import { type Point, path, shape } from '../svg.ts';

/** A fir, its foot at x, y. */
function fir(r: Random, x: number, y: number, tall: number, colour: string): string {
  const half = tall * r.range(0.16, 0.22);
  const left: Point[] = [];
  const right: Point[] = [];
  for (let step = 0; step <= 6; step += 1) {
    const down = step / 6;
    const wide = half * down * r.range(0.85, 1.1);
    left.push(
      [x - wide, y - tall + tall * down * 0.95],
      [x - wide * 0.55, y - tall + tall * down * 0.95 - tall * 0.015],
    );
    right.push(
      [x + wide, y - tall + tall * down * 0.95],
      [x + wide * 0.55, y - tall + tall * down * 0.95 - tall * 0.015],
    );
  }
  return shape(path([[x, y - tall], ...right, [x + half * 0.12, y], [x - half * 0.12, y], ...left.reverse()]), colour);
}

/** A line of firs with its own rhythm. */
export function firs(r: Random, width: number, baseline: (x: number) => number, tall: number, colour: string): string {
  let all = '';
  for (let x = -tall * 0.2; x < width + tall * 0.2; x += tall * r.range(0.1, 0.42)) {
    all += fir(r, x, baseline(x) + tall * 0.08, tall * r.range(0.45, 1.1), shade(colour, r.range(-0.015, 0.015)));
  }
  return all;
}
