import { type HttpError, unavailable } from '#platform/errors/errors.ts';

/** What a client error or a service's answer means to an operator, by name. */
const meanings: Readonly<Record<string, string>> = {
  NoSuchBucket: "there's no bucket with that name: create it, or correct S3_BUCKET",
  InvalidAccessKeyId: "the service doesn't know the key: correct S3_ACCESS_KEY_ID",
  SignatureDoesNotMatch: "the secret doesn't belong to the key: correct S3_SECRET_ACCESS_KEY",
  AccessDenied:
    "the key doesn't have permission: let it read, write and delete the bucket's objects and list its uploads",
  AuthorizationHeaderMalformed: 'the bucket is in another region: correct S3_REGION',
  PermanentRedirect: 'the bucket is elsewhere: correct S3_ENDPOINT and S3_REGION',
  RequestTimeTooSkewed: "this machine's clock is wrong: set it",
  QuotaExceeded: 'the bucket is full: raise its quota',
  TimeoutError: "the service didn't answer in time",
  ECONNREFUSED: 'nothing listens there: start the service, or correct S3_ENDPOINT',
  ENOTFOUND: "there's no such host: correct S3_ENDPOINT",
};

/** Error names for answers without a body, which only have a status. */
const nameOfStatus: Readonly<Record<number, string>> = { 403: 'AccessDenied' };

interface Fault extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** What's wrong with the bucket, in a few words that say what to do, with the error's name. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, code, message, $metadata } = error as Fault;
  const status = $metadata?.httpStatusCode ?? 0;
  for (const key of [code, name, nameOfStatus[status]]) {
    if (key !== undefined && meanings[key] !== undefined) return `${meanings[key]} (${key})`;
  }
  const about = [code ?? name, status > 0 ? `status ${status}` : ''].filter(Boolean).join(', ');
  return `${message || 'the service answered with an error'} (${about})`;
}

/** The 503 refusal that people get, with the bucket's error as its cause, for the log and the doctor. */
export function toRefusal(error: unknown): HttpError {
  const refusal = unavailable("We can't store or read files right now. Try again in a moment.");
  const cause = new Error(describeFault(error));
  cause.name = 'BucketError';
  refusal.cause = cause;
  return refusal;
}

/** Whether the service said that there's no such object or upload; a missing bucket is a fault. */
const isMissing = (error: unknown) =>
  error instanceof Error && ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(error.name);

/** @throws {HttpError} 503 */
export async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw toRefusal(error);
  }
}

/** Like `asked`; undefined: there's no such object. */
export async function askedFor<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw toRefusal(error);
  }
}
