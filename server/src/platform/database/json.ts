import { notFound } from '#platform/errors/errors.ts';
import type { SessionAnswer } from './session-statement.ts';

/**
 * Pieces of SQL that write JSON as text, for hot statements. Joined with `||` they take a tenth to a fifth less time than
 * `json_build_object`, and a little less than `concat`, which looks up how to print each piece on every execution. Only what may need
 * escaping goes through `to_json`. No piece may be null: that would make the whole text null.
 */

/** A time in the contract's format: ISO 8601, UTC, milliseconds. */
export const jsonTime = (column: string): string =>
  String.raw`to_char(${column} at time zone 'utc', '\"YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\"')`;

/** A text that may be null. */
export const jsonNullable = (column: string): string => `coalesce(to_json(${column})::text, 'null')`;

/** Rows of JSON text, in order, as an array. `rows` is a select of one column named `item`. */
export const jsonArray = (rows: string): string =>
  `'[' || coalesce((select string_agg(list.item, ',') from (${rows}) list), '') || ']'`;

/** A hot statement's result: the body as JSON text, null if there's no such thing; and the session. */
export interface JsonRow {
  body: string | null;
  user_id: string;
  stale: boolean;
}

/** JSON text of the contract. */
export type HotAnswer = SessionAnswer<string>;

/** The result of a hot statement that always has a body. */
export function answerOf(row: (JsonRow & { body: string }) | undefined): HotAnswer {
  return row && { body: row.body, userId: row.user_id, stale: row.stale };
}

/**
 * The result of a hot statement about one thing, undefined without a session.
 * @throws {HttpError} 404 with this text if there's no such thing
 */
export function found(row: JsonRow | undefined, otherwise: string): HotAnswer {
  if (!row) return undefined;
  const { body, user_id, stale } = row;
  if (body === null) throw notFound(otherwise);
  return answerOf({ body, user_id, stale });
}
