/** One line of the result. */
export interface Row {
  what: string;
  ours: string;
  /** What was measured beside it in the same run. */
  limit?: string;
  ratio?: number;
  wanted?: string;
  /** Undefined: nothing was asked for, or it could not be measured. */
  met?: boolean;
}

const round = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3).replace(/\.0+$/, '');

export const perSecond = (value: number): string => `${round(value)}/s`;
export const milliseconds = (value: number): string => `${round(value)} ms`;
export const megabytes = (bytes: number): string => `${round(bytes / 1024 / 1024)} MB`;

const verdicts = new Map([
  [true, 'met'],
  [false, 'MISSED'],
]);

const verdict = ({ met }: Row) => (met === undefined ? '' : (verdicts.get(met) ?? ''));

/** The rows as a Markdown table, columns aligned. */
export function format(rows: readonly Row[]): string {
  const lines = [
    ['Figure', 'Ours', 'Limit', 'Ratio', 'Wanted', ''],
    ...rows.map((row) => [
      row.what,
      row.ours,
      row.limit ?? '',
      row.ratio === undefined ? '' : row.ratio.toFixed(2),
      row.wanted ?? '',
      verdict(row),
    ]),
  ];
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const print = (line: string[]) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...rest] = lines;
  return [print(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rest.map(print)].join('\n');
}
