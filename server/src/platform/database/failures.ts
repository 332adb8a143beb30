import { HttpError } from '#platform/errors/errors.ts';

export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** 40001 serialization_failure, 40P01 deadlock_detected (PostgreSQL, appendix A). */
export const isRetryable = (error: unknown) => codeOf(error) === '40001' || codeOf(error) === '40P01';

/** The database, or a file, couldn't grow: 53100 disk_full, or the operating system's codes. */
export const isDiskFull = (error: unknown): boolean => ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error));

/** 25006 read_only_sql_transaction: this server is no longer the primary. */
export const readOnlyCode = '25006';

/** The operating system's codes for a server that isn't there. */
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

/** The driver's messages that have no code. */
const driverWords =
  /Connection terminated|timeout exceeded when trying to connect|^timeout expired|is not queryable|Cannot use a pool/;

/**
 * Whether the database couldn't be reached, ended the connection (classes 08 and 57P), has no room for another one (53300), or is a
 * server that doesn't write (25006). All of these pass, and become 503.
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

/** Whether something failed because the database was away, even if the error has since become a HttpError. */
export const isOutage = (error: unknown): boolean =>
  isConnectionFailure(error) || (error instanceof HttpError && isConnectionFailure(error.cause));

/** Whether a text contains a character that PostgreSQL can't store, U+0000 (22021 character_not_in_repertoire). */
export const isUnstorableText = (error: unknown): boolean => codeOf(error) === '22021';

/** The name of the unique index or constraint that a write violated; undefined if it failed for another reason (23505). */
export function uniqueViolation(error: unknown): string | undefined {
  return codeOf(error) === '23505' && typeof error === 'object' && error !== null && 'constraint' in error
    ? String(error.constraint)
    : undefined;
}
