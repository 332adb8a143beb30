import { Refusal } from '#platform/errors/errors.ts';

export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** 40001 serialization_failure, 40P01 deadlock_detected (PostgreSQL, appendix A). */
export const isRetryable = (error: unknown) => codeOf(error) === '40001' || codeOf(error) === '40P01';

/** The database, or a file, could not grow: 53100 disk_full, or what the operating system says. */
export const isDiskFull = (error: unknown): boolean => ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error));

/** 25006 read_only_sql_transaction: the server that was the primary is one no more. */
export const readOnlyCode = '25006';

/** What the operating system says of a server that is not there. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** What the driver says without a code. */
const driverWords =
  /Connection terminated|timeout exceeded when trying to connect|^timeout expired|is not queryable|Cannot use a pool/;

/**
 * Whether the database could not be reached, ended the connection (classes 08 and 57P), has no place for another one (53300),
 * or is a server that does not write (25006). All of these pass, and answer 503.
 */
export function isConnectionFailure(error: unknown): boolean {
  const code = codeOf(error);
  return (
    /^(08...|57P0[1-5]|53300)$/.test(code) ||
    code === readOnlyCode ||
    networkCodes.has(code) ||
    (error instanceof AggregateError && error.errors.some(isConnectionFailure)) ||
    (error instanceof Error && driverWords.test(error.message))
  );
}

/** Whether an answer could not be had because the database was away, also where that has become a Refusal. */
export const isOutage = (error: unknown): boolean =>
  isConnectionFailure(error) || (error instanceof Refusal && isConnectionFailure(error.cause));

/** Whether a text has a character that PostgreSQL cannot hold, U+0000 (22021 character_not_in_repertoire). */
export const isUnstorableText = (error: unknown): boolean => codeOf(error) === '22021';

/** The name of the unique index or constraint that a write broke; undefined if it was something else (23505). */
export function brokenUnique(error: unknown): string | undefined {
  return codeOf(error) === '23505' && typeof error === 'object' && error !== null && 'constraint' in error
    ? String(error.constraint)
    : undefined;
}

/** Whether a write broke a foreign key: what it refers to is gone (23503). */
export const brokenReference = (error: unknown): boolean => codeOf(error) === '23503';
