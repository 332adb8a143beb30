import { malformed } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';

/**
 * Where a page of a list goes on, or undefined for the first page. Everything behind the calls says `before`, whatever the list's order
 * is.
 * @param is what has such a cursor
 * @param name the parameter that it was given as
 * @param parse undefined if it can't be one
 * @throws {HttpError} 400 if it can't be a cursor
 */
export function parsedCursor<Cursor>(
  given: string | undefined,
  is: string,
  name: string,
  parse: (text: string) => Cursor | undefined,
): Cursor | undefined {
  const cursor = given === undefined ? undefined : parse(given);
  if (given !== undefined && cursor === undefined) throw malformed({ [name]: `${name} must be ${is}` });
  return cursor;
}

/** The same for a cursor that's an id. */
export const cursorOf = (given: string | undefined, is: string, name = 'before'): string | undefined =>
  parsedCursor(given, is, name, (text) => (isId(text) ? text : undefined));

/** The same for one that's a number, as text: some are too large for JavaScript's. */
export const numericCursorOf = (given: string | undefined, is: string, name = 'before'): string | undefined =>
  parsedCursor(given, is, name, (text) => (/^\d{1,18}$/.test(text) ? text : undefined));
