import type { Target } from './children.ts';
import type { BenchDatabase } from './database.ts';
import type { Row } from './table.ts';

/** What every part of the bench is given. */
export interface Bench {
  /** Where things may be kept between runs. */
  folder: string;
  /** Length of one run of load. */
  seconds: number;
  /** How often each run is repeated, ours and the limit in turn. */
  rounds: number;
  /** How many processes serve together where that is measured. */
  processes: number;
  say(words: string): void;
  /** The seeded database; started when first asked for. */
  database(): Promise<BenchDatabase>;
  /** The product's server on the seeded database; started when first asked for. */
  server(): Promise<Target>;
}

/** A part that can be selected by its name. */
export interface Part {
  name: string;
  meaning: string;
  /** Needs no seeded database. */
  withoutDatabase?: boolean;
  /** Works on people alone: if only such parts run, no posts are seeded. */
  peopleOnly?: boolean;
  run(bench: Bench): Promise<Row[]>;
}
