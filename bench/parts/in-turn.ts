import type { Bench } from '../bench.ts';
import { type Measured, median, medianOf } from '../measure.ts';

/** What two servers, or ways, gave in turn. */
export interface InTurn {
  one: Measured;
  other: Measured;
  /** Of the rates: the median of the rounds, each by the one beside it. */
  ratio: number;
  runs: { one: Measured; other: Measured }[];
}

/**
 * Runs ours and the limit in turn, so that what the machine does besides hits both. The first run of each is not counted.
 * @param before each run, what makes them alike
 */
export async function inTurn(
  bench: Bench,
  one: (seconds: number) => Promise<Measured>,
  other: (seconds: number) => Promise<Measured>,
  before: () => Promise<unknown> = () => Promise.resolve(),
): Promise<InTurn> {
  const run = async (way: (seconds: number) => Promise<Measured>) => {
    await before();
    return await way(bench.seconds);
  };
  await run(one);
  await run(other);
  const runs: InTurn['runs'] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    runs.push({ one: await run(one), other: await run(other) });
  }
  return {
    one: medianOf(runs.map((run) => run.one)),
    other: medianOf(runs.map((run) => run.other)),
    ratio: median(runs.map((run) => run.one.perSecond / run.other.perSecond)),
    runs,
  };
}
