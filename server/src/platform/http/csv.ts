import { parse } from 'csv-parse/sync';
import type { FastifyInstance } from 'fastify';
import { invalid } from '#platform/errors/errors.ts';

/** Spreadsheets separate columns as the country of their user does. */
const delimiters = [',', ';', '\t'];

/** Whichever separates the first line into the most columns. */
function delimiterOf(text: string): string {
  const [header = ''] = text.split(/\r?\n/, 1);
  const columns = (delimiter: string) => header.split(delimiter).length;
  return delimiters.reduce((best, each) => (columns(each) > columns(best) ? each : best));
}

/** `E-Mail` and `User name` are what people call their columns. */
const columnName = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

/**
 * The rows of a CSV text by the names in its first line, each with the number of its `line`.
 * @throws {HttpError} 422 for a text that isn't CSV
 */
export function parseCsv(text: string): Record<string, string | number>[] {
  try {
    const rows = parse(text, {
      bom: true,
      columns: (header: string[]) => header.map(columnName),
      delimiter: delimiterOf(text),
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

/** Lets the routes of a scope take `text/csv`, as an object whose field `rows` holds the rows. */
export function acceptCsv(scope: FastifyInstance, rows: string): void {
  scope.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, { [rows]: parseCsv(body.toString()) });
    } catch (error) {
      done(error as Error);
    }
  });
}
