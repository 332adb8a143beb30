import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type {
  DryRunAnswer,
  Endpoint,
  EndpointAnswer,
  EndpointRequest,
  MultipartShape,
} from '@hubbub/contract/platform/endpoint.ts';
import type { ErrorBody } from '@hubbub/contract/platform/shapes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type JsonAnswer, JsonText } from '#platform/database/json.ts';
import type { SessionAnswer } from '#platform/database/session-statement.ts';
import { HttpError, invalid, malformed, unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { LimitRule } from '#platform/rate-limits/rate-limits.ts';
import type { Repeats } from '#platform/repeats/repeats.ts';
import type { SessionCookie } from '#platform/sessions/cookie.ts';
import { hashToken, type Session } from '#platform/sessions/sessions.ts';
import { acceptCsv, readBody } from './csv.ts';
import { documentation } from './documentation.ts';
import { sendUnlessKnown } from './etag.ts';
import { type FormFile, readFields } from './form.ts';
import type { KnownUsers } from './known-users.ts';
import type { InitialData, Previews } from './page-parts.ts';
import { type Attempt, checkDoneBy, formOf, repeating, withClientId } from './repeating.ts';
import { type createCallTurns, inTurn } from './turns.ts';
import { checkBody, checkParameters } from './validation.ts';

/** What routes are registered on. */
export interface Http {
  fastify: FastifyInstance;
  platform: Platform;
  cookie: SessionCookie;
  persons: KnownUsers;
  turns: ReturnType<typeof createCallTurns>;
  watch: CallWatch;
  repeats: Repeats;
  initialData: InitialData;
  previews: Previews;
}

/** A call by somebody with a session. */
export interface WatchedCall {
  endpoint: Endpoint;
  session: Session;
  request: FastifyRequest;
}

/** Notified of calls, for the security log. */
export interface CallWatch {
  refused(call: WatchedCall, error: HttpError): void;
  done(call: WatchedCall): void;
}

export interface RouteOptions {
  /** Counted before the request is validated. */
  limits?: readonly LimitRule[];
  /** Sends an etag, and 304 to clients that have the answer already. */
  etag?: true;
  /** In bytes, if a body may be larger than usual. */
  bodyLimit?: number;
  /** The rows of a body that comes as CSV, for a call that takes it (`csv` in the contract). @throws {HttpError} 422 for another text */
  parseCsv?: (file: Buffer) => readonly unknown[];
  /** For a `repeatable` call that stores what it made (`noteMade`): reads its answer again. */
  again?: (tokenHash: Buffer, madeId: string) => Promise<SessionAnswer<unknown>>;
}

type SessionOf<E extends Endpoint> = E['session'] extends 'required' ? Session : undefined;

/** A validated call. */
export interface Call<E extends Endpoint> extends EndpointRequest<E> {
  session: SessionOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** For `noteMade`; undefined if the call isn't `repeatable`, or came without a `client_id`. */
  attempt(): string | undefined;
  /** Set by the handler of an `existing` call that found what it would have made. */
  existed?: boolean;
  /** Ends the call's turn early: the rest, such as sending a file over a slow connection, needs no statements. */
  endTurn(): void;
  /**
   * Reads a form as it arrives, or the same fields as JSON where the contract allows that. A form may take minutes, so the session is
   * checked again at its end.
   * @throws {HttpError} 401 if the session has ended meanwhile, and whatever `readFields` throws
   */
  readForm: E extends FormEndpoint
    ? (takeFile: (file: FormFile) => Promise<void>, tooMany: (field: string) => Error) => Promise<FieldsOf<E>>
    : undefined;
}

const jsonType = 'application/json; charset=utf-8';

const allPaths = (endpoint: Endpoint) => [endpoint.path, ...(endpoint.aliases ?? [])];

const turnsOf = ({ turns }: Http, { method }: Endpoint) => (method === 'GET' ? turns.reads : turns.writes);

/** Session, then limits, then validation. The call's turn begins after what it waits for itself, such as the end of a form. */
function admission<const E extends Endpoint>(http: Http, endpoint: E, options: RouteOptions) {
  const { platform, cookie } = http;
  const limits = options.limits ?? [];
  return async (request: FastifyRequest, reply: FastifyReply, attempt?: Attempt) => {
    let session: Session | undefined;
    if (endpoint.session === 'required') {
      const token = cookie.read(request);
      session = token === undefined ? undefined : await platform.sessions.find(token);
      if (!session) throw unauthenticated();
      await checkDoneBy(request, () => session);
      request.callerId = session.userId;
      if (session.prolonged && token !== undefined) cookie.set(reply, token);
    }
    if (limits.length > 0) {
      await platform.limits.enforce(limits, { address: request.ip, userId: session?.userId ?? null });
    }
    const checked = {
      params: endpoint.params && checkParameters(endpoint.params, request.params),
      query: endpoint.query && checkParameters(endpoint.query, request.query),
      body: endpoint.body && checkBody(endpoint.body, readBody(request.body)),
    } as EndpointRequest<E>;
    const turn = session && turnsOf(http, endpoint)(session.userId);
    const begin = (fields: unknown) => attempt?.begin(() => session, fields, options.again);
    if (!endpoint.multipart) await begin(request.body);
    const shape = formOf(endpoint);
    if (shape && !shape.json && !request.isMultipart()) throw malformed('Send multipart/form-data.');
    const readForm =
      shape &&
      (async (takeFile: (file: FormFile) => Promise<void>, tooMany: (field: string) => Error) => {
        const fields = await readFields(request, shape, takeFile, tooMany);
        if (session && !(await isValid(platform, session))) throw unauthenticated();
        await begin(fields);
        await turn?.begin();
        return fields;
      });
    const endTurn = () => turn?.end();
    const call = { ...checked, session, request, reply, endTurn, readForm, attempt: () => attempt?.id } as Call<E>;
    return { call, turn };
  };
}

const isValid = async ({ sessions }: Platform, { tokenHash }: Session): Promise<boolean> =>
  (await sessions.stillValid([tokenHash.toString('base64url')])).length > 0;

/**
 * Registers a call of the contract: session, then limits, then validation, then the handler, whose answer is serialized by the contract, so
 * no other fields get out. Answers that a statement built as `JsonText` are sent unchanged.
 */
export function route<const E extends Endpoint>(
  http: Http,
  endpoint: E,
  options: RouteOptions,
  handler: (call: Call<E>) => Promise<EndpointAnswer<E> | DryRunAnswer<E> | JsonText>,
): void {
  const admit = admission(http, endpoint, options);
  register(
    http,
    endpoint,
    async (request, reply, attempt) => {
      const { call, turn } = await admit(request, reply, attempt);
      const { session } = call;
      const watched = session && { endpoint, session, request };
      const answer = await inTurn(endpoint.multipart ? undefined : turn, () => handler(call))
        .catch((error: unknown) => {
          if (watched && error instanceof HttpError) http.watch.refused(watched, error);
          throw error;
        })
        .finally(() => turn?.end());
      if (watched) http.watch.done(watched);
      // The handler sends a file itself.
      if (answer === reply) return reply;
      const isDryRun = endpoint.dryRun && (call.query as { dry_run?: boolean }).dry_run;
      reply.status(isDryRun || call.existed ? 200 : endpoint.answer.status);
      if (answer instanceof JsonText) reply.header('content-type', jsonType);
      return answer instanceof JsonText ? answer.text : answer;
    },
    options,
  );
}

/**
 * Registers a call whose answer is streamed line by line as it's produced (`answer.stream` in the contract). Anything the handler
 * throws before returning the lines is answered like any refusal. `signal` is aborted when the client is gone, so that work no one is
 * waiting for stops.
 */
export function streamRoute<const E extends Endpoint & { answer: { stream: true } }>(
  http: Http,
  endpoint: E,
  options: RouteOptions,
  handler: (call: Call<E>, signal: AbortSignal) => Promise<AsyncIterable<EndpointAnswer<E>>>,
): void {
  const admit = admission(http, endpoint, options);
  const run = async (request: FastifyRequest, reply: FastifyReply) => {
    const { call } = await admit(request, reply);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const lines = await handler(call, gone.signal).catch((error: unknown) => {
      if (!gone.signal.aborted) throw error;
    });
    // No one is left to answer.
    if (!lines) return reply.hijack();
    reply
      .status(endpoint.answer.status)
      .header('content-type', 'application/x-ndjson; charset=utf-8')
      // Proxies would otherwise buffer lines that should be seen right away.
      .header('x-accel-buffering', 'no');
    return Readable.from(asText(lines, endpoint.answer.body), { objectMode: false });
  };
  register(http, endpoint, run, options);
}

/** Fields that the contract doesn't name are dropped. */
async function* asText(lines: AsyncIterable<unknown>, shape: z.ZodType): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(shape.parse(line))}\n`;
}

/** A checked call whose statement looks up the session itself: it gets the token's hash, and what `noteMade` needs. */
type StatementCall<E extends Endpoint> = EndpointRequest<E> & { tokenHash: Buffer; attempt: string | undefined };

/**
 * Registers a call whose single statement checks the session itself (`sessionStatement`), so it takes one round trip. The contract
 * serializes the answer, which is undefined without a session. Until the call has answered for a session once, per-person limits count
 * by address.
 */
export function statementRoute<const E extends Endpoint>(
  http: Http,
  endpoint: E,
  options: RouteOptions,
  handler: (call: StatementCall<E>) => Promise<SessionAnswer<EndpointAnswer<E>>>,
): void {
  registerStatement(http, endpoint, options, handler);
}

/**
 * Registers a call like `statementRoute`, except that its statement builds the answer as JSON text, which is sent unchanged. Only for
 * the calls listed in `sqlJson` of architecture.config.js.
 */
export function sqlJsonRoute<const E extends Endpoint>(
  http: Http,
  endpoint: E,
  options: RouteOptions,
  handler: (call: StatementCall<E>) => Promise<JsonAnswer>,
): void {
  registerStatement(http, endpoint, options, handler);
}

function registerStatement<E extends Endpoint>(
  http: Http,
  endpoint: E,
  options: RouteOptions,
  handler: (call: StatementCall<E>) => Promise<SessionAnswer<unknown>>,
): void {
  registerWithToken(http, endpoint, options, (request, tokenHash, attempt) =>
    handler({
      params: endpoint.params && checkParameters(endpoint.params, request.params),
      query: endpoint.query && checkParameters(endpoint.query, request.query),
      body: endpoint.body && checkBody(endpoint.body, request.body ?? {}),
      tokenHash,
      attempt,
    } as StatementCall<E>),
  );
}

/** A call whose fields are sent as JSON or as a form. */
type FormEndpoint = Endpoint & { multipart: MultipartShape };
type FieldsOf<E extends FormEndpoint> = z.output<E['multipart']['fields']>;

/** Called for each of a form's files while it arrives. `ownerId` is the sender. */
export type TakeFile = (file: FormFile, ownerId: string) => Promise<void>;

export interface FormCall<E extends FormEndpoint> {
  tokenHash: Buffer;
  /**
   * The validated fields. Files are passed on as they arrive; the session is looked up before the first, otherwise by the statement.
   * @throws {HttpError} 401 for a file without a session, 422 with `tooMany` for one file too many of a field, and whatever `readFields` throws
   */
  fields(takeFile: TakeFile, tooMany: (field: string) => ErrorBody['error']): Promise<FieldsOf<E>>;
  /** Whose session it is. @throws {HttpError} 401 without one */
  senderId(): Promise<string>;
}

/** A `sqlJsonRoute` whose fields are sent as JSON, or as a form that may contain files. */
export function sqlJsonFormRoute<const E extends FormEndpoint>(
  http: Http,
  endpoint: E,
  options: RouteOptions,
  handler: (call: FormCall<E>) => Promise<JsonAnswer>,
): void {
  const { platform, cookie } = http;
  const shape = endpoint.multipart;
  registerWithToken(http, endpoint, options, (request, tokenHash) => {
    let known: string | undefined;
    const senderId = async () => {
      known ??= (await platform.sessions.find(cookie.read(request) ?? ''))?.userId;
      if (known === undefined) throw unauthenticated();
      return known;
    };
    return handler({
      tokenHash,
      senderId,
      fields: async (takeFile, tooMany) => {
        const take = async (file: FormFile) => await takeFile(file, await senderId());
        const fields = await readFields(request, shape, take, (field) => invalid(tooMany(field)));
        return withClientId(request, shape, fields) as FieldsOf<E>;
      },
    });
  });
}

/** A string is sent unchanged; the contract serializes anything else. */
function registerWithToken(
  http: Http,
  endpoint: Endpoint,
  options: RouteOptions,
  handler: (request: FastifyRequest, tokenHash: Buffer, attempt?: string) => Promise<SessionAnswer<unknown>>,
): void {
  const { platform, cookie, persons, turns } = http;
  const limits = options.limits ?? [];
  const { status } = endpoint.answer;
  const run = async (request: FastifyRequest, reply: FastifyReply, attempt?: Attempt) => {
    const token = cookie.read(request);
    if (token === undefined) throw unauthenticated();
    await checkDoneBy(request, () => platform.sessions.find(token));
    const tokenHash = hashToken(token);
    const known = persons.find(tokenHash);
    request.callerId = known;
    if (limits.length > 0) {
      await platform.limits.enforce(limits, { address: request.ip, userId: known ?? null });
    }
    // Writes of this kind share statements, of which only a few run at once, whoever they're for.
    const turn = endpoint.method === 'GET' ? turns.reads(known ?? tokenHash.toString('latin1')) : undefined;
    await attempt?.begin(() => platform.sessions.find(token), request.body, options.again);
    const answer = await inTurn(turn, () => handler(request, tokenHash, attempt?.id));
    if (!answer) {
      persons.forget(tokenHash);
      throw unauthenticated();
    }
    platform.sessions.seen(tokenHash);
    if (known === undefined) persons.remember(tokenHash, answer.userId);
    if (answer.stale && (await platform.sessions.prolong(tokenHash))) cookie.set(reply, token);
    reply.status(status).header('content-type', jsonType);
    return answer.body;
  };
  register(http, endpoint, run);
}

/** The files that a form may contain. The code that receives a file limits its length, which depends on its detected type. */
const formLimits = {
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fields: 20,
  files: 20,
  headerPairs: 50,
  fileSize: Number.POSITIVE_INFINITY,
};

function register(
  { fastify, repeats }: Http,
  endpoint: Endpoint,
  handle: (request: FastifyRequest, reply: FastifyReply, attempt?: Attempt) => Promise<unknown>,
  { etag, bodyLimit, parseCsv }: Pick<RouteOptions, 'etag' | 'bodyLimit' | 'parseCsv'> = {},
): void {
  const schema = documentation(endpoint);
  const handler = endpoint.repeatable ? repeating(repeats, endpoint, handle) : handle;
  const add = (instance: FastifyInstance) => {
    for (const url of allPaths(endpoint)) {
      instance.route({
        method: endpoint.method,
        url,
        schema,
        // Questions to the assistant aren't stored anywhere.
        config: { writes: !endpoint.answer.stream },
        ...(etag && { onSend: sendUnlessKnown }),
        ...(bodyLimit === undefined ? {} : { bodyLimit }),
        // The contract's own schemas validate, in the handler; these are for the document and the serializer.
        validatorCompiler: () => () => true,
        handler: (request, reply) => handler(request, reply),
      });
    }
  };
  const rows = endpoint.csv?.rows;
  if (rows !== undefined && parseCsv) {
    fastify.register(async (scope) => {
      acceptCsv(scope, (file) => ({ [rows]: parseCsv(file) }));
      add(scope);
    });
    return;
  }
  if (!endpoint.multipart) {
    add(fastify);
    return;
  }
  // Only calls that accept forms get the parser and its hooks, which cost every request that passes through them.
  fastify.register(async (scope) => {
    await scope.register(multipart, {
      limits: { ...formLimits, fieldSize: bodyLimit ?? formLimits.fieldSize },
    });
    add(scope);
  });
}
