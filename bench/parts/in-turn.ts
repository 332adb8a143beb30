import type { Bench } from '../bench.ts';
import { type Measured, median, medianOf } from '../measure.ts';

/** The results of two servers, or approaches, measured alternately. */
export interface InTurn {
  one: Measured;
  other: Measured;
  /** The ratio of the rates: the median over the rounds, each compared with the one next to it. */
  ratio: number;
  runs: { one: Measured; other: Measured }[];
}

/**
 * Runs ours and the baseline alternately, so that other load on the machine hits both. The first run of each doesn't count.
 * @param before each run, what puts both in the same state
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
