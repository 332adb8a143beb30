import type { z } from 'zod';

/** How a call is authorised: `required` answers 401 without a session, `none` is open to everybody. */
export type SessionNeed = 'required' | 'none';

/** The statuses that a call may answer with an error; 400, 429, 500 and 503 are possible everywhere and need no mention. */
export type ErrorStatus = 401 | 403 | 404 | 409 | 413 | 415 | 422 | 507;

/** The text fields of a multipart body are in `fields`; `files` names the parts that carry a file and how many are taken of each. */
export interface MultipartShape {
  fields: z.ZodObject;
  files: Record<string, { max: number }>;
  /** Whether the same fields may come as JSON, where there is no file. */
  json?: true;
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for each path parameter. */
  path: `/${string}`;
  /** Other paths that answer the same; existing clients use them. */
  aliases?: readonly `/${string}`[];
  tag: string;
  summary: string;
  session: SessionNeed;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  multipart?: MultipartShape;
  /**
   * The success answer: its status and its body. With `stream` it is sent piece by piece as `application/x-ndjson`: lines of
   * JSON, each of which is such a body. What fails before the first line answers as everywhere; a failure after it is a line.
   * `EventSource` can't POST and would reconnect, and a socket's reply doesn't end, can't be aborted and has no rate limits.
   */
  answer: { status: 200 | 201; body: z.ZodType; stream?: true };
  errors?: readonly ErrorStatus[];
}

/** Declares one call. Server, web and the OpenAPI document read it; there is no other place for a path. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type InputOf<T> = T extends z.ZodType ? z.input<T> : undefined;
type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a client gives. */
export interface EndpointInput<E extends Endpoint> {
  params: InputOf<E['params']>;
  query: InputOf<E['query']>;
  body: InputOf<E['body']>;
}

/** What a handler gets, after validation. */
export interface EndpointRequest<E extends Endpoint> {
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
}

/** The body of the success answer; of a streamed one, a line of it. */
export type EndpointAnswer<E extends Endpoint> = z.output<E['answer']['body']>;
