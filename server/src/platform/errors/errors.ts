import type { ErrorBody } from '@hubbub/contract/platform/shapes.ts';

/**
 * An unsuccessful answer, in the contract's shape. Anything thrown that isn't a HttpError is our fault, and answers 500 without any
 * details.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly body: ErrorBody;
  /** Seconds, for `retry-after`. */
  readonly retryAfter: number | undefined;
  /** The extra headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, error: ErrorBody['error'], retryAfter?: number, headers: HttpError['headers'] = {}) {
    super(typeof error === 'string' ? error : Object.values(error).join(' '));
    this.status = status;
    this.body = { error };
    this.retryAfter = retryAfter;
    this.headers = headers;
  }
}

/** 422: the caller lacks a role on the site, or one high enough. The security log has it. */
export class LacksSiteRole extends HttpError {
  constructor(text: string) {
    super(422, { permission: text });
  }
}

/** The caller may not do this, or may not know of it. The server's log has it. */
export class NotAllowed extends HttpError {}

/** 422: the caller lacks a permission. */
export const lacksRight = (error: ErrorBody['error']) => new NotAllowed(422, error);

/** 404: it doesn't exist, or it does and the caller may not know about it, which is a refusal. */
export const goneOrHidden = (thing: unknown, text: string) =>
  thing === undefined || thing === null ? notFound(text) : new NotAllowed(404, text);

/** 400: the request comes from a page of another origin. */
export const foreignOrigin = () =>
  new NotAllowed(400, 'This request comes from a page on another origin. Open the app at its own address.');

/** 400: the request itself is malformed. */
export const malformed = (error: ErrorBody['error']) => new HttpError(400, error);

/** 401: no session, or wrong log-in credentials. */
export const unauthenticated = (text = 'Log in to continue.') => new HttpError(401, text);

/** 403: reserved for an account that isn't activated. Clients log the person out when they get it. */
export const notActivated = (text: string) => new HttpError(403, text);

/** 404: no such thing, or the caller may not know about it. */
export const notFound = (text: string) => new HttpError(404, text);

/** 404 for an address that leads nowhere. */
export const nothingHere = () => notFound("There's nothing at this address.");

/** 400 for a text with a null character. */
export const unstorable = () => malformed("The text contains a character that can't be stored.");

/** 409: a unique value is already taken. */
export const conflict = (fields: Record<string, string>) => new HttpError(409, fields);

/** 413: an upload is too large. */
export const tooLarge = (error: ErrorBody['error']) => new HttpError(413, error);

/** 415: an upload's type isn't accepted. */
export const unsupportedMedia = (error: ErrorBody['error']) => new HttpError(415, error);

/** 422: a validation rule is broken. */
export const invalid = (error: ErrorBody['error']) => new HttpError(422, error);

/** 429 with `retry-after`. The server's log has it. */
export class RateLimited extends HttpError {
  /** The limit's name. */
  readonly limit: string;

  /** @param seconds until it's worth trying again */
  constructor(limit: string, seconds: number) {
    super(429, `Too many attempts. Try again in ${formatWait(seconds)}.`, seconds);
    this.limit = limit;
  }
}

/** A number of seconds as a person says it. */
export function formatWait(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** 503: nothing can be written, because the disk is full. */
export const diskFull = () =>
  new HttpError(
    503,
    "The server's disk is full, so nothing can be saved right now. You can still read everything. Tell whoever runs it, or try again later.",
    30,
  );

/** 507: there's no space left for it. */
export const insufficientStorage = (
  text = 'The server has no space left for this. Tell whoever runs it, or try again later.',
) => new HttpError(507, text);

/** 503: something the answer depends on is down. */
export const unavailable = (text = "The service isn't available right now. Try again in a moment.", seconds = 5) =>
  new HttpError(503, text, seconds);
