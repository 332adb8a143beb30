import type { Target } from './children.ts';
import type { BenchDatabase } from './database.ts';
import type { Row } from './table.ts';

/** What every part of the benchmark gets. */
export interface Bench {
  /** A folder kept between runs. */
  folder: string;
  /** How many messages are searched. */
  messages: number;
  /** Length of one load run. */
  seconds: number;
  /** How often each run is repeated, alternating between ours and the baseline. */
  rounds: number;
  /** How many processes serve together where that's measured. */
  processes: number;
  /** Where another version is checked out, installed and built, to compare with. */
  before: string | undefined;
  say(words: string): void;
  /** The seeded database, started on first use. */
  database(): Promise<BenchDatabase>;
  /** The product's server on the seeded database, started on first use. */
  server(): Promise<Target>;
}

/** A part you can select by name. */
export interface Part {
  name: string;
  meaning: string;
  /** Needs no seeded database. */
  withoutDatabase?: boolean;
  /** Needs only people: if only such parts run, no posts are seeded. */
  peopleOnly?: boolean;
  run(bench: Bench): Promise<Row[]>;
}
