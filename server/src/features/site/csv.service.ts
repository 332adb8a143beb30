import { parse } from 'csv-parse/sync';
import { invalid } from '#platform/errors/errors.ts';

/** Spreadsheets separate columns as the country of their user does. */
const delimiters = [',', ';', '\t'];

/** Whichever separates the first line into the most columns. */
function delimiterOf(text: string): string {
  const [header = ''] = text.split(/\r?\n/, 1);
  const columns = (delimiter: string) => header.split(delimiter).length;
  return delimiters.reduce((best, each) => (columns(each) > columns(best) ? each : best));
}

/** More than any list has that people keep in a spreadsheet; a parser takes seconds for the shortest of lines. */
const most = { lines: 2_000, columns: 50 };

/** @throws {HttpError} 422 for more than a parser should be bothered with */
function checkExtent(text: string, delimiter: string): void {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  if (lines > most.lines) throw invalid(`This list has more than ${most.lines} lines. Send it in parts.`);
  const [header = ''] = text.split(/\r?\n/, 1);
  if (header.split(delimiter).length > most.columns) {
    throw invalid(`This list has more than ${most.columns} columns. Keep those for name, username and email.`);
  }
}

/** `E-Mail` and `User name` are what people call their columns. */
const columnName = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

/**
 * The rows of a CSV text by the names in its first line, each with the number of its `line`.
 * @throws {HttpError} 422 for a text that isn't CSV, and for one that's far too long
 */
export function parseCsv(text: string): Record<string, string | number>[] {
  if (text.includes('\uFFFD')) {
    throw invalid("This list isn't in UTF-8, so letters such as é would be lost. Save it as “CSV UTF-8”.");
  }
  const delimiter = delimiterOf(text);
  checkExtent(text, delimiter);
  try {
    const rows = parse(text, {
      bom: true,
      columns: (header: string[]) => header.map(columnName),
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as { record: Record<string, string>; info: { lines: number } }[];
    return rows.map(({ record, info }) => ({ ...record, line: info.lines }));
  } catch {
    throw invalid('This text is no CSV: a quotation mark is open or misplaced. Save it from your spreadsheet again.');
  }
}
