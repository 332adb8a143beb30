/** A measured number with its unit. */
export interface Figure {
  value: number;
  /** `/s`, `ms`, `MB`, `MB/s`, `KB`, `kB`, `%`; empty for a plain number. */
  unit: string;
  /** Which of several figures it is, such as `p99`. */
  name?: string;
}

/** The measurement, or a sentence if it isn't a number. */
export type Measurement = Figure | readonly Figure[] | string;

/** One row of the result. */
export interface Row {
  what: string;
  ours: Measurement;
  /** The baseline measured in the same run. */
  limit?: Measurement;
  /** Ours divided by the baseline: the median over the rounds, each compared with the one next to it, if there are rounds. */
  ratio?: number;
  wanted?: string;
  /** Undefined: there's no target, or it couldn't be measured. */
  met?: boolean;
  /** Its name in the short table. */
  inShort?: string;
  /** Whether it's one of the README's few rows. */
  isHeadline?: boolean;
  /** What the baseline is, for the short table. */
  limitIs?: string;
  /** Why ours falls short of the baseline, if it can: a sentence for the short table. */
  because?: string;
}

const round = (value: number) =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3).replace(/\.0+$/, '');

const figure =
  (unit: string) =>
  (value: number, name?: string): Figure => ({ value, unit, ...(name === undefined ? {} : { name }) });

export const perSecond = figure('/s');
export const milliseconds = figure('ms');
export const kilobytes = figure('KB');
export const percent = figure('%');
export const plain = figure('');
export const megabytes = (bytes: number): Figure => figure('MB')(bytes / 1024 / 1024);
export const megabytesPerSecond = (bytes: number): Figure => figure('MB/s')(bytes / 1024 / 1024);

/** As it appears in a table cell. */
export function formatMeasurement(measured: Measurement): string {
  if (typeof measured === 'string') return measured;
  if ('value' in measured) {
    const { name, value, unit } = measured;
    return `${name ? `${name} ` : ''}${round(value)}${unit === '' || unit === '/s' ? unit : ` ${unit}`}`;
  }
  return measured.map(formatMeasurement).join(', ');
}

const verdicts = new Map([
  [true, 'met'],
  [false, 'MISSED'],
]);

const verdict = ({ met }: Row) => (met === undefined ? '' : (verdicts.get(met) ?? ''));

const ratioOf = ({ ratio }: Row) => (ratio === undefined ? '' : ratio.toFixed(2));

/** A Markdown table with aligned columns. The first line is its header. */
function markdown(lines: readonly (readonly string[])[]): string {
  const cells = lines.map((line) => line.map((cell) => cell.replaceAll('|', '\\|')));
  const [head = [], ...rest] = cells;
  const widths = head.map((_, column) => Math.max(3, ...cells.map((line) => line[column]?.length ?? 0)));
  const print = (line: string[]) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [print(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest.map(print)].join('\n');
}

/** All rows, as a Markdown table. */
export const format = (rows: readonly Row[]): string =>
  markdown([
    ['Figure', 'Hubbub', 'Baseline', 'Ratio', 'Target', ''],
    ...rows.map((row) => [
      row.what,
      formatMeasurement(row.ours),
      row.limit === undefined ? '' : formatMeasurement(row.limit),
      ratioOf(row),
      row.wanted ?? '',
      verdict(row),
    ]),
  ]);

const short = (rows: readonly Row[]): string =>
  markdown([
    ['', 'Hubbub', 'Baseline in the same run', 'Ratio'],
    ...rows.map((row) => [
      row.inShort ?? '',
      formatMeasurement(row.ours),
      [row.limit === undefined ? '' : formatMeasurement(row.limit), row.limitIs ?? ''].filter(Boolean).join(': '),
      ratioOf(row),
    ]),
  ]);

/** The representative rows, as a Markdown table. */
export const formatShort = (rows: readonly Row[]): string => short(rows.filter(({ inShort }) => inShort !== undefined));

/** The README's few rows. */
export const formatHeadlines = (rows: readonly Row[]): string => short(rows.filter(({ isHeadline }) => isHeadline));

/** Units where more is better; for all others less is. */
const moreIsBetter = new Set(['/s', 'MB/s']);
/** What counts as reaching the baseline: rounds differ by this much. */
const noise = 0.05;

function isShort({ ours, ratio, met }: Row): boolean {
  if (met === false) return true;
  if (ratio === undefined || typeof ours === 'string') return false;
  const [first] = 'value' in ours ? [ours] : ours;
  return moreIsBetter.has(first?.unit ?? '') ? ratio < 1 - noise : ratio > 1 + noise;
}

/** What misses its target or falls behind its baseline, and why, as a Markdown list. */
export function formatShortcomings(rows: readonly Row[]): string {
  const lines = rows
    .filter((row) => row.met === false || (row.because !== undefined && isShort(row)))
    .map((row) => {
      const beside =
        row.ratio === undefined
          ? formatMeasurement(row.ours)
          : `${ratioOf(row)} times the baseline${row.limitIs ? ` (${row.limitIs})` : ''}`;
      const missed = row.met === false ? ` Target: ${row.wanted}.` : '';
      return `- ${row.inShort ?? row.what}: ${beside}.${missed}${row.because === undefined ? '' : ` ${row.because}`}`;
    });
  return lines.length > 0 ? lines.join('\n') : 'Nowhere.';
}
