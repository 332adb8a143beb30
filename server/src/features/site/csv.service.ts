import type { NewPerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { parse } from 'csv-parse/sync';
import { invalid } from '#platform/errors/errors.ts';
import { type Column, columnOf, joinName } from './headings.rules.ts';

/** Spreadsheets use the column separator of their user's locale. */
const delimiters = [',', ';', '\t'];

/** The separator that splits a line into the most columns. */
function delimiterOf(line: string): string {
  const count = (delimiter: string) => line.split(delimiter).length;
  return delimiters.reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** More than any list that people keep in a spreadsheet; a parser takes seconds even for the shortest lines. */
const most = { lines: 10_000, columns: 50 };

/** The encoding, from the byte order mark, or from the empty half of the first letter. */
function encodingOf([first, second]: Buffer): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return 'utf-8';
}

/** A file as a spreadsheet saves it: UTF-8, or UTF-16 with or without a byte order mark. @throws {HttpError} 422 for another encoding */
function decode(file: Buffer): string {
  const encoding = encodingOf(file);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file);
  } catch {
    throw invalid("This list isn't in UTF-8, so letters such as é would be lost. Save it as “CSV UTF-8”.");
  }
}

/** Excel reads the delimiter from a first line such as `sep=;`. */
const separatorLine = /^"?sep=(.)"?[ ,;\t]*(?:\n|$)/i;

interface Row {
  /** The line where it begins, as an editor counts. */
  line: number;
  cells: string[];
}

/** @throws {HttpError} 422 for a text that isn't CSV, and for one that's far too long */
function rowsOf(text: string): Row[] {
  if (text.split('\n', most.lines + 2).length > most.lines + 1) {
    throw invalid(`This list has more than ${most.lines} lines. Send it in parts.`);
  }
  const given = separatorLine.exec(text);
  const body = given ? text.slice(given[0].length) : text;
  const [top = ''] = body.trimStart().split('\n', 1);
  const delimiter = given?.[1] ?? delimiterOf(top);
  if (top.split(delimiter).length > most.columns) {
    throw invalid(`This list has more than ${most.columns} columns. Keep those for name, username and email.`);
  }
  let records: { record: string[]; raw: string; info: { lines: number } }[];
  try {
    records = parse(body, { delimiter, info: true, raw: true, relax_column_count: true, trim: true }) as never;
  } catch {
    throw invalid('This text is no CSV: a quotation mark is open or misplaced. Save it from your spreadsheet again.');
  }
  const before = given ? 1 : 0;
  const rows = records.map(({ record, raw, info }) => ({
    line: before + info.lines - (raw.replace(/\n$/, '').split('\n').length - 1),
    cells: record,
  }));
  return rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/** A line of a list without named columns: a name, a username, and an email address in any position. */
function byPosition({ line, cells }: Row): NewPerson {
  const email = cells.find((cell) => cell.includes('@'));
  const [name, username] = cells.filter((cell) => cell !== email);
  return { line, name, username, email };
}

/**
 * The people of a CSV file, each with the number of its line as an editor counts. Without a first line that names columns, they're name,
 * username and email.
 * @throws {HttpError} 422 for a text that isn't CSV, and for one that's far too long
 */
export function parseCsv(file: Buffer): NewPerson[] {
  const rows = rowsOf(decode(file).replace(/\r\n?/g, '\n'));
  const columns = rows[0]?.cells.map(columnOf) ?? [];
  if (columns.every((column) => column === undefined)) return rows.map(byPosition);
  return rows.slice(1).map(({ line, cells }) => {
    const found: Partial<Record<Column, string>> = {};
    for (const [index, column] of columns.entries()) {
      const cell = cells[index];
      if (column !== undefined && cell !== undefined) found[column] ??= cell;
    }
    return { line, name: joinName(found), username: found.username, email: found.email };
  });
}
