import type { z } from 'zod';

/** How a call is authorized: `required` answers 401 without a session, `none` is open to everyone. */
export type SessionNeed = 'required' | 'none';

/** The error statuses a call may answer; 400, 429, 500 and 503 are possible everywhere and needn't be listed. */
export type ErrorStatus = 401 | 403 | 404 | 409 | 413 | 415 | 422 | 507;

/** A multipart body's text fields are in `fields`; `files` names the parts that carry files and the maximum number of each. */
export interface MultipartShape {
  fields: z.ZodObject;
  files: Record<string, { max: number }>;
  /** Whether the same fields may come as JSON if there's no file. */
  json?: true;
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for each path parameter. */
  path: `/${string}`;
  /** Other paths that answer the same way; existing clients use them. */
  aliases?: readonly `/${string}`[];
  tag: string;
  summary: string;
  session: SessionNeed;
  /**
   * Takes a `client_id` in its body, form or header. Repeated with the same one within a week, the call does nothing
   * and returns its first answer.
   */
  repeatable?: true;
  /** Takes `uploads`, ids of finished uploads, besides a form's own files. */
  takesUploads?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  multipart?: MultipartShape;
  /** The body may also be `text/csv`: each row becomes an entry of the field `rows`, with the column names as keys. */
  csv?: { rows: string };
  /**
   * The success response: its status and body. With `stream` it's sent in pieces as `application/x-ndjson`: lines of JSON, each of
   * which is such a body. A failure before the first line is answered as usual; a later one is a line. `EventSource` can't POST and
   * would reconnect, and a socket's acknowledgment has no end, can't be aborted and has no rate limits.
   */
  answer: { status: 200 | 201 | 202; body: z.ZodType; stream?: true };
  /** If what it would create already exists, it answers the same with 200 instead of 201. */
  existing?: true;
  /** What a call with `?dry_run=true` answers, with 200; it creates nothing. */
  dryRun?: z.ZodType;
  errors?: readonly ErrorStatus[];
}

/** Declares one call. Server, web and the OpenAPI document read it; paths exist nowhere else. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type InputOf<T> = T extends z.ZodType ? z.input<T> : undefined;
type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a client sends. */
export interface EndpointInput<E extends Endpoint> {
  params: InputOf<E['params']>;
  query: InputOf<E['query']>;
  body: InputOf<E['body']>;
}

/** What a handler receives after validation. */
export interface EndpointRequest<E extends Endpoint> {
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
}

/** The success response's body; for a streamed one, a line of it. */
export type EndpointAnswer<E extends Endpoint> = z.output<E['answer']['body']>;

/** The body of the answer to `?dry_run=true`. */
export type DryRunAnswer<E extends Endpoint> = E['dryRun'] extends z.ZodType ? z.output<E['dryRun']> : never;
