import type { ErrorBody } from '@hubbub/contract/platform/shapes.ts';

/** The server's error response, or a server that couldn't be reached (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  /** The text, or one text per field, as sent by the server. */
  readonly error: ErrorBody['error'];
  /** Seconds to wait, from `retry-after`. */
  readonly retryAfter: number | null;
  /** Lets a suspended person appeal, who can't log in. */
  readonly appealToken: string | null;

  constructor(
    status: number,
    error: ErrorBody['error'],
    retryAfter: number | null = null,
    appealToken: string | null = null,
  ) {
    super(flattenError(error));
    this.name = 'ApiError';
    this.status = status;
    this.error = error;
    this.retryAfter = retryAfter;
    this.appealToken = appealToken;
  }

  /** The text for each field the server named; empty if it sent a single text. */
  get fields(): Record<string, string> {
    return typeof this.error === 'string' ? {} : this.error;
  }

  /** The server could not be reached. */
  get isOffline(): boolean {
    return this.status === 0;
  }
}

/** A 404 is a normal result. Screens check for it with `instanceof` and show that nothing was found. */
export class NotFound extends ApiError {
  constructor(error: ErrorBody['error']) {
    super(404, error);
    this.name = 'NotFound';
  }
}

/** Takes something away; if it's gone already, that's fine, too. */
export async function unlessGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
}

/** Something in front of Hubbub answered instead of it: a proxy, or a firewall. */
export class ProxyAnswer extends ApiError {
  constructor(status: number, text: string, retryAfter: number | null) {
    super(status, text, retryAfter);
    this.name = 'ProxyAnswer';
  }
}

/** Whether Hubbub says that the account isn't activated. */
export const isNotActivated = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && !(error instanceof ProxyAnswer);

/** An error object becomes "key: value" lines; a plain text stays as it is. */
export function flattenError(error: ErrorBody['error']): string {
  if (typeof error === 'string') return error;
  return Object.entries(error)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n');
}

/** An error's sentences for people, one per field, without field names. */
export function errorTexts(error: unknown): string[] {
  if (!(error instanceof ApiError)) return ['Something went wrong. Please try again.'];
  if (typeof error.error === 'string') return [error.error];
  return Object.values(error.error);
}

/** There's no connection: what was done is kept, and goes out later. It isn't a failure. */
export class Waiting extends Error {
  constructor() {
    super('waits for the connection');
    this.name = 'Waiting';
  }
}

/** A temporary failure: no connection, or a server that's busy or restarting. */
export const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && (error.isOffline || error.status >= 502);

/** Whether the api-client has already informed the person and moved on: no session, or an account that isn't activated. Or it's kept for later, which the page says. */
export function isHandled(error: unknown): boolean {
  return error instanceof DOMException
    ? error.name === 'AbortError'
    : error instanceof SessionEnded || error instanceof Waiting;
}

/** The session ended during a call; the person is on their way to log-in. */
export class SessionEnded extends ApiError {
  constructor(status: 401 | 403, error: ErrorBody['error']) {
    super(status, error);
    this.name = 'SessionEnded';
  }
}

/** What a form shows for a failure: the server's text, or its texts by field; null if the person is already on their way to log-in. */
export function refusalOf(error: unknown): ErrorBody['error'] | null {
  if (isHandled(error)) return null;
  return error instanceof ApiError ? error.error : (errorTexts(error)[0] ?? null);
}

/** What a form shows about a failed change; undefined if nothing failed, or the person is on their way to log-in. */
export const faultOf = (error: Error | null): string | undefined =>
  error === null || isHandled(error) ? undefined : errorTexts(error).join('\n');
