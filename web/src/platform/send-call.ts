/** How calls are sent and what their answers mean, without a window: the app's worker sends some, too. */
import { clientIdHeader, doneByHeader } from '@hubbub/contract/platform/headers.ts';
import type { ErrorBody } from '@hubbub/contract/platform/shapes.ts';
import { ApiError, NotFound, ProxyAnswer } from '#platform/errors.ts';
import { explainProxy, type Sent } from '#platform/proxy-answers.rules.ts';
import { type ErrorHeaders, errorHeaders, type RawAnswer, unreachable } from '#platform/raw-answer.ts';

/** A form's text fields and, by part, its files. */
export type FormEntries = Record<string, string | readonly File[] | undefined>;

/** A call that was queued. */
export interface QueuedCall {
  method: string;
  address: string;
  body: unknown;
  form?: FormEntries | undefined;
  takesUploads?: boolean | undefined;
  clientId: string;
}

/** What a call sends besides its input, and how it can be aborted. */
interface SendOptions {
  signal?: AbortSignal | undefined;
  etag?: string | undefined;
  clientId?: string | undefined;
  /** The person who made the call, if somebody else may be signed in by now. */
  doneBy?: string | undefined;
}

/** Bytes from which on a file is uploaded so that it survives a lost connection, where the call takes such uploads. */
export const largestInForm = 5 * 1024 * 1024;

/** Browsers refuse requests that outlast their page once the bodies of those under way exceed this many bytes. */
const maxOutlasting = 60_000;
let outlasting = 0;

/** What a body counts for among the requests that outlast their page, in bytes; 0 if it's too large to be one of them. */
function keepaliveBytes(body: string): number {
  // Calls without a body count for something, too, so that there are never too many.
  const bytes = 1_000 + body.length * 3;
  return outlasting + bytes <= maxOutlasting ? bytes : 0;
}

/** The headers that say which attempt a call is, and whose. */
export function attemptHeaders({ clientId, doneBy }: Pick<SendOptions, 'clientId' | 'doneBy'>): Record<string, string> {
  return {
    ...(clientId !== undefined && { [clientIdHeader]: clientId }),
    ...(doneBy !== undefined && { [doneByHeader]: doneBy }),
  };
}

export async function sendText(
  method: string,
  address: string,
  { body, csv }: { body?: unknown; csv?: string | undefined },
  options: SendOptions = {},
): Promise<RawAnswer> {
  const init: RequestInit = { method, credentials: 'include', headers: { accept: 'application/json' } };
  if (body !== undefined) {
    init.headers = { accept: 'application/json', 'content-type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  if (csv !== undefined) {
    init.headers = { accept: 'application/json', 'content-type': 'text/csv' };
    init.body = csv;
  }
  if (options.etag !== undefined) init.headers = { accept: 'application/json', 'if-none-match': options.etag };
  init.headers = { ...init.headers, ...attemptHeaders(options) };
  if (options.signal !== undefined) init.signal = options.signal;
  const kept = method === 'GET' ? 0 : keepaliveBytes(body === undefined ? (csv ?? '') : String(init.body));
  outlasting += kept;
  // What the person just did is done even if the page closes or is left before the request is on its way.
  init.keepalive = kept > 0;
  try {
    const response = await fetch(address, init);
    const { status, headers } = response;
    const text = await response.text();
    const answer = { status, text, ...errorHeaders((name) => headers.get(name)), etag: headers.get('etag') };
    return init.body == null ? answer : { ...answer, sent: { bytes: new Blob([String(init.body)]).size, files: 0 } };
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError(0, unreachable);
  } finally {
    outlasting -= kept;
  }
}

/** The files of a form. */
export const filesIn = (fields: FormEntries): readonly File[] =>
  Object.values(fields).flatMap((value) => (typeof value === 'object' ? value : []));

/** A form as it's sent. */
export function formOf(fields: FormEntries): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(key, value);
    else for (const file of value ?? []) form.append(key, file, file.name);
  }
  return form;
}

export function sentIn(fields: FormEntries): Sent {
  const files = filesIn(fields);
  return { bytes: files.reduce((sum, { size }) => sum + size, 0), files: files.length };
}

/** The error for an unsuccessful answer. */
export function failureIn(
  { status, retryAfter, appealToken, sent }: Pick<RawAnswer, 'status' | 'sent'> & ErrorHeaders,
  body: unknown,
): ApiError {
  const wait = Number(retryAfter);
  const seconds = retryAfter !== null && Number.isFinite(wait) ? wait : null;
  const error = errorOf(body);
  if (error === undefined) return new ProxyAnswer(status, explainProxy(status, sent), seconds);
  return status === 404 ? new NotFound(error) : new ApiError(status, error, seconds, appealToken);
}

/** The server's error; undefined: something else answered. */
function errorOf(body: unknown): ErrorBody['error'] | undefined {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  if (typeof error === 'string' && error !== '') return error;
  if (typeof error === 'object' && error !== null) {
    const texts = Object.entries(error).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    if (texts.length > 0) return Object.fromEntries(texts);
  }
  return undefined;
}
