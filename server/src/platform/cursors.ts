import { malformed } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';

/**
 * A page's cursor, or undefined for the first page. Behind the calls, it's always called `before`, whatever the list's order.
 * @param is the kind of thing that the cursor names
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

/** The same for a cursor that's a number, as text: some are too large for JavaScript's numbers. */
export const numericCursorOf = (given: string | undefined, is: string, name = 'before'): string | undefined =>
  parsedCursor(given, is, name, (text) => (/^\d{1,18}$/.test(text) ? text : undefined));
