import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { root } from './children.ts';
import { format, formatHeadlines, formatShort, formatShortcomings, type Measurement, type Row } from './table.ts';

/** What a part measured, and how: everything needed to repeat it. */
export interface PartResult {
  part: string;
  meaning: string;
  /** ISO 8601, UTC. */
  begun: string;
  /** Seconds; null if they weren't recorded. */
  took: number | null;
  /** The commit that was measured, with `+` if files had changed since. Null without git. */
  commit: string | null;
  machine: string;
  /** Mean number of runnable programs in the minute before: what else the machine was doing. Null: not recorded. */
  loadBefore: number | null;
  people: number;
  posts: number;
  /** One load run. */
  seconds: number;
  rounds: number;
  processes: number;
  rows: Row[];
}

/** The file `--json` writes. */
export interface Results {
  /** The version of this shape. */
  version: 1;
  parts: PartResult[];
}

/** A description of the machine. */
export const machine = (): string =>
  `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, Node ${process.versions.node}`;

export const loadNow = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100;

/** The checked-out commit. */
export function commit(): string | null {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const code = ['server', 'contract', 'web', 'bench', ':!bench/figures.json'];
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', ...code);
    return `${git('rev-parse', '--short=12', 'HEAD')}${changed ? '+' : ''}`;
  } catch {
    return null;
  }
}

/** @throws SyntaxError if the file isn't JSON, Error if it has another shape */
export function readResults(file: string): Results {
  const results = JSON.parse(readFileSync(file, 'utf8')) as Results;
  if (results.version !== 1 || !Array.isArray(results.parts)) throw new Error(`${file} is not of this bench.`);
  return results;
}

/** The earlier results with the parts replaced that were measured again, in the given order. */
export function merge(before: Results, measured: readonly PartResult[], order: readonly string[]): Results {
  const parts = new Map([...before.parts, ...measured].map((result) => [result.part, result]));
  // Some parts come in several sizes, which follow the name.
  const place = ({ part }: PartResult) => order.indexOf(part.split(' ')[0] ?? '');
  return { version: 1, parts: [...parts.values()].sort((a, b) => place(a) - place(b)) };
}

/** The row without what isn't a number: a rate that was never sustained has no ratio. */
export function sound(row: Row): Row {
  const { ratio, ...rest } = row;
  const of = (measured: Measurement): Measurement => {
    const figures = typeof measured === 'string' ? [] : [measured].flat();
    return figures.every(({ value }) => Number.isFinite(value)) ? measured : 'not measured';
  };
  return {
    ...rest,
    ours: of(row.ours),
    ...(row.limit === undefined ? {} : { limit: of(row.limit) }),
    ...(ratio !== undefined && Number.isFinite(ratio) ? { ratio } : {}),
  };
}

export const toJson = (results: Results): string => `${JSON.stringify(results, null, 2)}\n`;

const rowsOf = ({ parts }: Results) => parts.flatMap(({ rows }) => rows);
const day = ({ begun }: PartResult) => begun.slice(0, 10);

const conditions = (result: PartResult): string =>
  [
    result.begun.slice(0, 16).replace('T', ' '),
    `commit ${result.commit ?? 'unknown'}`,
    result.machine,
    result.posts > 0
      ? `${result.people.toLocaleString('en')} people, ${result.posts.toLocaleString('en')} posts`
      : `${result.people.toLocaleString('en')} people`,
    `medians of ${result.rounds} runs of ${result.seconds} s`,
    ...(result.loadBefore === null ? [] : [`load of the machine before: ${result.loadBefore}`]),
    ...(result.took === null ? [] : [`took ${Math.round(result.took)} s`]),
  ].join(' · ');

/** For the README: the few rows that matter most. */
export const headlines = (results: Results): string => formatHeadlines(rowsOf(results));

/** The representative rows, and what falls short. */
export function shortDocument(results: Results): string {
  const days = results.parts.map(day).sort();
  const [first, last] = [days[0], days.at(-1)];
  const machines = [...new Set(results.parts.map((result) => result.machine))];
  return [
    `Measured ${first === last ? `on ${first}` : `from ${first} to ${last}`} on ${machines.join('; and on ')}.`,
    formatShort(rowsOf(results)),
    'Where Hubbub falls short of the baseline or of its target:',
    formatShortcomings(rowsOf(results)),
  ].join('\n\n');
}

/** All figures, part by part. */
export const wholeDocument = (results: Results): string =>
  results.parts
    .map(
      (result) =>
        `### ${result.meaning.charAt(0).toUpperCase()}${result.meaning.slice(1)}\n\n${conditions(result)}\n\n${format(result.rows)}`,
    )
    .join('\n\n');
