import { malformed } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';

/**
 * Where a page of a list goes on: an id, or undefined for the first page. Everything behind the calls says `before`, whatever the list's
 * order is.
 * @param is what has such an id
 * @param name the parameter that it was given as
 * @throws {HttpError} 400 if it can't be an id
 */
export function cursorOf(given: string | undefined, is: string, name = 'before'): string | undefined {
  if (given === undefined || isId(given)) return given;
  throw malformed({ [name]: `${name} must be ${is}` });
}
