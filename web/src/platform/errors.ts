import type { ErrorBody } from '@hubbub/contract/platform/shapes.ts';

/** What the server answered instead of a success, or that it could not be reached (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  /** The text, or a text for each field, as the server sent it. */
  readonly error: ErrorBody['error'];
  /** Seconds to wait, from `retry-after`. */
  readonly retryAfter: number | null;

  constructor(status: number, error: ErrorBody['error'], retryAfter: number | null = null) {
    super(flattenError(error));
    this.name = 'ApiError';
    this.status = status;
    this.error = error;
    this.retryAfter = retryAfter;
  }

  /** The text of each field that the server named; empty when it sent one text. */
  get fields(): Record<string, string> {
    return typeof this.error === 'string' ? {} : this.error;
  }

  /** The server could not be reached. */
  get isOffline(): boolean {
    return this.status === 0;
  }
}

/** Section 8: a 404 is a normal result. Screens ask for it with `instanceof` and show what is not there. */
export class NotFound extends ApiError {
  constructor(error: ErrorBody['error']) {
    super(404, error);
    this.name = 'NotFound';
  }
}

/** Section 8: an error object becomes lines of "key: value"; a plain text stays as it is. */
export function flattenError(error: ErrorBody['error']): string {
  if (typeof error === 'string') return error;
  return Object.entries(error)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n');
}

/** The sentences of an error for a person, one for each field, without the names of the fields. */
export function errorTexts(error: unknown): string[] {
  if (!(error instanceof ApiError)) return ['Something went wrong. Please try again.'];
  if (typeof error.error === 'string') return [error.error];
  return Object.values(error.error);
}

/** Whether the api-client has already told the person and moved on: no session, or an account that is not activated. */
export function isHandled(error: unknown): boolean {
  return error instanceof DOMException ? error.name === 'AbortError' : error instanceof SessionEnded;
}

/** The session ended while a call was under way; the person is on the way to log-in. */
export class SessionEnded extends ApiError {
  constructor(status: 401 | 403, error: ErrorBody['error']) {
    super(status, error);
    this.name = 'SessionEnded';
  }
}

/** What a form says about a failure: the server's text or its texts by field; null when the person is on the way to log-in already. */
export function refusalOf(error: unknown): ErrorBody['error'] | null {
  if (isHandled(error)) return null;
  return error instanceof ApiError ? error.error : (errorTexts(error)[0] ?? null);
}
