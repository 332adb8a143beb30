import type { Endpoint, EndpointAnswer, SessionNeed } from '@hubbub/contract/platform/endpoint.ts';
import type { z } from 'zod';
import { ApiError, ProxyAnswer, SessionEnded } from '#platform/errors.ts';
import { takeInitialData } from '#platform/initial-data.ts';
import { type ErrorHeaders, errorHeaders, parse, type RawAnswer, unreachable } from '#platform/raw-answer.ts';
import {
  attemptHeaders,
  type FormEntries,
  failureIn,
  filesIn,
  formOf,
  largestInForm,
  type QueuedCall,
  sendText,
  sentIn,
} from '#platform/send-call.ts';

type Given<T, Key extends string> = T extends z.ZodType ? { [K in Key]: z.input<T> } : unknown;
type GivenQuery<T> = T extends z.ZodType ? { query?: z.input<T> } : unknown;
type GivenForm<T> = T extends { fields: infer Fields extends z.ZodObject; files: infer Files }
  ? { form: z.input<Fields> & { [Part in keyof Files]?: readonly File[] } } | GivenInsteadOfForm<T, Fields>
  : unknown;
type GivenInsteadOfForm<T, Fields extends z.ZodObject> = T extends { json: true } ? { body: z.input<Fields> } : never;

type GivenCsv<T> = T extends { rows: string } ? { csv: string } : never;

/**
 * A call's arguments, as declared by its endpoint. `form` is the multipart body: its text fields and, by part, its files. If the
 * endpoint takes the same fields as JSON, they go in `body`. `csv` is the body as CSV, where the endpoint takes that.
 */
export type CallInput<E extends Endpoint> = Given<E['params'], 'params'> &
  (Given<E['body'], 'body'> | GivenCsv<E['csv']>) &
  GivenQuery<E['query']> &
  GivenForm<E['multipart']>;

/** A call's JSON body. */
export type BodyOf<E extends Endpoint> = CallInput<E> extends { body: infer B } ? B : never;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Only asks whether there's a session: if there isn't, that's an answer and doesn't lead to log-in. */
  probe?: boolean;
  /** The etag of an answer the page has. */
  etag?: string | undefined;
  /** For a `repeatable` call: sent again with the same one, it's done once. */
  clientId?: string | undefined;
  /** Multipart only: upload progress, 0 to 100. */
  onProgress?: ((percent: number) => void) | undefined;
}

interface Handlers {
  /** A protected call was answered with 401. */
  onUnauthenticated: () => void;
  /** A protected call was answered with 403: the account isn't activated. */
  onNotActivated: () => void;
}

let handlers: Handlers = { onUnauthenticated: () => undefined, onNotActivated: () => undefined };

/** Sets what happens when a session ends; called once when the app is composed. */
export function configureApi(given: Handlers): void {
  handlers = given;
}

export interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  csv?: string;
  form?: FormEntries;
}

/**
 * Makes one call of the contract, with credentials. Resolves to the body of a successful response.
 *
 * Rejects with `NotFound` for 404; `SessionEnded` for a 401 or 403 from a call that needs a session (the person is already on their way
 * to log-in); `ProxyAnswer` if something in front of Hubbub answered; `ApiError` for every other failure, with status 0 if the server
 * couldn't be reached; `AbortError` if `signal` was
 * aborted.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input, options]: unknown extends CallInput<E>
    ? [input?: object, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions]
): Promise<EndpointAnswer<E>> {
  const given = (input ?? {}) as AnyInput;
  const address = addressOf(endpoint.path, given);
  const answer = initialAnswerTo(endpoint, address) ?? (await send(endpoint, address, given, options));

  return readAnswer(endpoint, answer, options?.probe ? 'none' : endpoint.session);
}

/** Sends a call that was queued, and gives the body of its answer. @throws {ApiError} as `call` says */
export async function sendQueued(
  { method, takesUploads, address, body, form, clientId }: QueuedCall,
  options: Pick<CallOptions, 'signal' | 'onProgress'> = {},
): Promise<unknown> {
  const given = form === undefined ? { body } : { form };
  const answer = await send({ method, takesUploads }, address, given, { ...options, clientId });
  const answered = parse(answer.text);
  if (answer.status >= 300 || answered === undefined) throw failureOf({ session: 'required' }, answer, answered);
  return answered;
}

/** The body of a successful response. @throws {ApiError} as `call` says */
function readAnswer<E extends Endpoint>(endpoint: E, answer: RawAnswer, session: SessionNeed): EndpointAnswer<E> {
  const body = parse(answer.text);
  if (answer.status >= 200 && answer.status < 300 && body !== undefined) {
    if (import.meta.env.DEV) warnOfDrift(endpoint, body);
    return body as EndpointAnswer<E>;
  }
  throw failureOf({ session }, answer, body);
}

/** An answer that the page has: where from, and its etag. */
export interface Known {
  address: string;
  etag: string;
}

/** Like `call`, for what a page asks again and again: undefined if the answer is still the one it has. */
export async function callUnlessSame<E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  input: CallInput<E>,
  known: Known | undefined,
): Promise<{ body: EndpointAnswer<E>; known: Known | undefined } | undefined> {
  const given = input as AnyInput;
  const address = addressOf(endpoint.path, given);
  const etag = known?.address === address ? known.etag : undefined;
  const answer = await sendText(endpoint.method, address, given, { etag });
  if (answer.status === 304) return undefined;
  const body = readAnswer(endpoint, answer, endpoint.session);
  return { body, known: answer.etag == null ? undefined : { address, etag: answer.etag } };
}

/** The error for an unsuccessful response. An ended session leads to log-in. */
export function failureOf(
  { session }: Pick<Endpoint, 'session'>,
  answer: Pick<RawAnswer, 'status' | 'sent'> & ErrorHeaders,
  body: unknown,
): ApiError {
  const failure = failureIn(answer, body);
  if (failure instanceof ProxyAnswer || session !== 'required') return failure;
  if (failure.status !== 401 && failure.status !== 403) return failure;
  if (failure.status === 401) handlers.onUnauthenticated();
  else handlers.onNotActivated();
  return new SessionEnded(failure.status, failure.error);
}

/** A call's URL on this origin: path parameters filled in, query appended, undefined values omitted. */
export function addressOf(path: string, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(key, String(value));
  }
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

function initialAnswerTo(endpoint: Endpoint, address: string): RawAnswer | undefined {
  const text = endpoint.method === 'GET' ? takeInitialData(address) : undefined;
  return text === undefined ? undefined : { status: 200, text, retryAfter: null };
}

async function send(
  { method, takesUploads }: Pick<QueuedCall, 'method' | 'takesUploads'>,
  address: string,
  given: AnyInput,
  options?: CallOptions,
): Promise<RawAnswer> {
  const { form } = given;
  if (form === undefined) return await sendText(method, address, given, options);
  const files = filesIn(form);
  if (!takesUploads || files.every(({ size }) => size <= largestInForm))
    return await sendForm(method, address, form, options);
  const { sendWithUploads } = await import('#platform/uploads.ts');
  const fields = Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string'));
  return await sendWithUploads(files, (uploads) => sendForm(method, address, { ...fields, uploads }, options), options);
}

/** Uses XMLHttpRequest, because fetch has no upload progress. */
function sendForm(method: string, address: string, fields: FormEntries, options: CallOptions = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const aborted = () => reject(new DOMException('Upload canceled.', 'AbortError'));
    if (options.signal?.aborted) {
      aborted();
      return;
    }
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.open(method, address);
    request.withCredentials = true;
    request.setRequestHeader('accept', 'application/json');
    for (const [name, value] of Object.entries(attemptHeaders(options))) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) options.onProgress?.((event.loaded / event.total) * 100);
    });
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        text: request.responseText,
        ...errorHeaders((name) => request.getResponseHeader(name)),
        sent: sentIn(fields),
      }),
    );
    request.addEventListener('error', () => reject(new ApiError(0, unreachable)));
    request.addEventListener('abort', aborted);
    request.send(formOf(fields));
  });
}

function warnOfDrift(endpoint: Endpoint, body: unknown): void {
  const checked = endpoint.answer.body.safeParse(body);
  if (!checked.success)
    console.error(
      `${endpoint.method} ${endpoint.path} answered something else than its contract`,
      checked.error.issues,
    );
}
