/** Chance that gives the same numbers for the same seed, so that a picture looks the same wherever it is made. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  range(from: number, to: number): number;
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Around 0, mostly within ±2. */
  bell(): number;
  shuffled<T>(list: readonly T[]): T[];
}

/** Mulberry32, seeded by FNV-1a of the text. */
export function random(seed: string): Random {
  let state = 0x811c9dc5;
  for (const letter of seed) {
    state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
    state ^= state >>> 13;
  }
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  next();
  next();
  const chance: Random = {
    next,
    range: (from, to) => from + (to - from) * next(),
    int: (from, to) => from + Math.floor((to - from + 1) * next()),
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]): T {
      const found = list[Math.floor(next() * list.length)];
      if (found === undefined) throw new Error('Nothing to pick from.');
      return found;
    },
    bell: () => next() + next() + next() + next() - 2,
    shuffled(list) {
      const copy = [...list];
      for (let index = copy.length - 1; index > 0; index -= 1) {
        const other = Math.floor(next() * (index + 1));
        [copy[index], copy[other]] = [copy[other] as (typeof copy)[number], copy[index] as (typeof copy)[number]];
      }
      return copy;
    },
  };
  return chance;
}

/** Smooth noise along a line, about -1 to 1: four octaves, each half as high and twice as dense as the one before. */
export function ridge(r: Random, roughness = 0.5): (x: number) => number {
  const tables = [0, 1, 2, 3, 4].map(() => Array.from({ length: 256 }, () => r.range(-1, 1)));
  return (x) => {
    let sum = 0;
    let height = 1;
    let total = 0;
    tables.forEach((table, octave) => {
      const place = x * 2 ** octave + octave * 17.3;
      const left = Math.floor(place);
      const part = place - left;
      const eased = part * part * (3 - 2 * part);
      const from = table[left & 255] ?? 0;
      const to = table[(left + 1) & 255] ?? 0;
      sum += (from + (to - from) * eased) * height;
      total += height;
      height *= roughness;
    });
    return sum / total;
  };
}
