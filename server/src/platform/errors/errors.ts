import type { ErrorBody } from '@hubbub/contract/platform/shapes.ts';

/**
 * An answer other than success, in the wire contract's shape. Anything thrown that is not a Refusal is a fault of ours and
 * answers 500 without a word of what it was.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: ErrorBody;
  /** Seconds, for `retry-after`. */
  readonly retryAfter: number | undefined;

  constructor(status: number, error: ErrorBody['error'], retryAfter?: number) {
    super(typeof error === 'string' ? error : Object.values(error).join(' '));
    this.status = status;
    this.body = { error };
    this.retryAfter = retryAfter;
  }
}

/** 400: the request itself is malformed. */
export const malformed = (error: ErrorBody['error']) => new Refusal(400, error);

/** 401: no session, or wrong credentials at log-in. */
export const unauthenticated = (text = 'Log in to go on.') => new Refusal(401, text);

/** 403: reserved for an account that is not activated. Clients log the person out on it. */
export const notActivated = (text: string) => new Refusal(403, text);

/** 404: no such thing, or the caller may not know of it. */
export const notFound = (text: string) => new Refusal(404, text);

/** 409: a unique value is taken. */
export const conflict = (fields: Record<string, string>) => new Refusal(409, fields);

/** 413: an upload is larger than allowed. */
export const tooLarge = (error: ErrorBody['error']) => new Refusal(413, error);

/** 415: an upload is of a type that is not accepted. */
export const unsupportedMedia = (error: ErrorBody['error']) => new Refusal(415, error);

/** 422: a validation rule, or a permission that the caller lacks. */
export const invalid = (error: ErrorBody['error']) => new Refusal(422, error);

/** 429 with `retry-after` in seconds. */
export const rateLimited = (seconds: number) =>
  new Refusal(429, `Too many tries. Try again in ${waitInWords(seconds)}.`, seconds);

function waitInWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** 503: nothing can be written, because the disk is full. */
export const diskFull = () =>
  new Refusal(
    503,
    "The server's disk is full, so nothing can be saved right now. You can still read everything. Tell whoever runs it, or try again later.",
    30,
  );

/** 507: there is no space left for it. */
export const insufficientStorage = (
  text = 'The server has no space left for this. Tell whoever runs it, or try again later.',
) => new Refusal(507, text);

/** 503: something that the answer depends on is down. */
export const unavailable = (text = 'The service is not available right now. Try again in a moment.', seconds = 5) =>
  new Refusal(503, text, seconds);
