import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import { appealHeaders } from '@hubbub/contract/platform/headers.ts';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import { isConnectionFailure, isDiskFull, isUnstorableText } from '#platform/database/database.ts';
import {
  diskFull,
  foreignOrigin,
  HttpError,
  malformed,
  NotAllowed,
  nothingHere,
  RateLimited,
  tooLarge,
  unavailable,
  unstorable,
} from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { networkOf } from '#platform/rate-limits/address.ts';
import { isForeign } from '#platform/sessions/origins.ts';
import { neverCached } from '#platform/storage/caching.ts';
import { createBeforeRouting } from './before-routing.ts';
import { ensureReadYourWrites } from './own-writes.ts';
import { retryReads } from './retry-reads.ts';
import { compileSerializersLate } from './serializers.ts';
import { cutSlowBodies } from './slow-bodies.ts';
import { traceRequests } from './traced-requests.ts';

/** Where sockets are opened; nothing else is upgraded. */
const socketPath = '/socket.io';

/** Bodies that aren't uploads; the longest legal one is a message of 4000 code points. */
const bodyLimit = 64 * 1024;

const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

declare module 'fastify' {
  interface FastifyContextConfig {
    /** false: nothing is stored, although the method suggests it might be. */
    writes?: boolean;
    /** Other sites' pages may send it, and requests that claim to come from one: it changes nothing. */
    anyOrigin?: boolean;
  }

  interface FastifyRequest {
    /** The session's user, if the session was looked up. */
    callerId: string | undefined;
  }
}

/**
 * The HTTP server: request ids, logs, security headers, the origin check, JSON and multipart bodies, and errors in the contract's shape
 * for everything, including unknown routes and broken JSON. Features register their routes on it.
 */
export async function buildHttp(platform: Platform): Promise<FastifyInstance> {
  const { config } = platform;
  const headers = securityHeaders(config);
  const nextId = createRequestIds();
  const beforeRouting = createBeforeRouting(() => ({ ...headers, 'x-request-id': nextId() }));
  const answerError = errorAnswers(platform);
  const app = fastify({
    logger: false,
    clientErrorHandler: beforeRouting.onClientError,
    http: {
      // Refused below, in the contract's shape.
      requireHostHeader: false,
      // Other upgrades that clients offer are optional: the request is handled like any other.
      shouldUpgradeCallback: ({ headers: { upgrade }, url }) =>
        upgrade?.toLowerCase() === 'websocket' && url?.startsWith(socketPath) === true,
    },
    trustProxy: config.trustProxy === false ? false : config.trustProxy,
    bodyLimit,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    requestTimeout: 10 * 60 * 1000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    // Addresses that can't be decoded reach no hook and no route.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id);
      answerError(error, request, reply);
    },
    genReqId: nextId,
  });
  app.decorateRequest('callerId', undefined);
  beforeRouting.attach(app.server);
  compileSerializersLate(app);

  if (platform.db.waitForRecovery) retryReads(app, platform.db.waitForRecovery);
  if (platform.tracing) traceRequests(app, platform.tracing);
  logAndMeasure(app, platform);
  refuseEarly(app, platform, headers);
  if (platform.db.replica) ensureReadYourWrites(app, platform.db.replica, config.publicUrl.startsWith('https:'));
  if (config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...config.corsOrigins],
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'x-request-id',
        'retry-after',
        'etag',
        'location',
        'upload-offset',
        'upload-length',
        ...Object.values(appealHeaders),
      ],
      maxAge: 600,
    });
  }
  takeJson(app);
  app.setErrorHandler(answerError);
  cutSlowBodies(app, (error, request, reply) => answerError(error as unknown as FastifyError, request, reply));
  return app;
}

type Headers = Readonly<Record<string, string>>;

const securityHeaders = (config: Config): Headers => ({
  'content-security-policy': apiPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': neverCached,
  'cross-origin-resource-policy': 'same-origin',
  ...(config.publicUrl.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {}),
});

function createRequestIds(): () => string {
  const instance = randomBytes(4).toString('hex');
  let requests = 0;
  return () => {
    requests += 1;
    return `${instance}-${requests.toString(36)}`;
  };
}

/** Formats every error the way the contract says. */
function errorAnswers(platform: Platform) {
  const { log, disk, refusals } = platform;
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const isCutOff = request.raw.destroyed && !request.raw.complete;
    const refusal = isCutOff ? malformed("The request didn't arrive completely.") : toRefusal(error);
    if (isDiskFull(error)) void disk.check();
    // Requests refused because the disk is low on space aren't logged: that was logged once, when it began.
    const isKnown = error instanceof HttpError && disk.state !== 'ok';
    if (refusal.status >= 500 && !isKnown) log.error({ err: error, reqId: request.id }, 'request failed');
    noteRefusal(refusals, request, refusal);
    if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
    const answer = () =>
      reply
        .status(refusal.status)
        .headers(refusal.headers)
        .header('content-type', 'application/json; charset=utf-8')
        .serializer((payload: unknown) => payload as string)
        .send(JSON.stringify(refusal.body));
    if (request.raw.complete || !hasBody(request.raw)) return void answer();
    // Fastify would close the connection: a client that's still sending would be reset, and never read the answer.
    reply.removeHeader('connection');
    dropRest(request.raw);
    if (request.headers.connection?.toLowerCase() === 'close') afterRest(request.raw, answer);
    else answer();
  };
}

/** Logs actions that the caller may not perform, or performed too often. */
function noteRefusal(refusals: Platform['refusals'], request: FastifyRequest, refusal: HttpError): void {
  const isLimit = refusal.status === 429;
  if (!isLimit && !(refusal instanceof NotAllowed)) return;
  const { id: requestId, method, callerId: userId, ip: address } = request;
  refusals.write(
    {
      security: isLimit ? 'rate_limited' : 'not_allowed',
      call: `${method} ${request.routeOptions.url ?? 'unknown'}`,
      userId,
      address,
      requestId,
      status: refusal.status,
      ...(refusal instanceof RateLimited && { limit: refusal.limit }),
    },
    networkOf(address),
  );
}

/** Rejects requests before they reach a route: those from other sites' pages, and writes while the disk is full. */
function refuseEarly(app: FastifyInstance, { config, disk }: Platform, headers: Headers): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    if (request.raw.httpVersion !== '1.0' && !request.headers.host) {
      reply.header('connection', 'close');
      done(malformed('The request has no host header.'));
      return;
    }
    const safe = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';
    if (!safe && request.routeOptions.config.anyOrigin !== true && isForeign(config, request.headers)) {
      done(foreignOrigin());
      return;
    }
    if (!safe && disk.state === 'full' && request.routeOptions.config.writes !== false) {
      done(diskFull());
      return;
    }
    done();
  });
}

function logAndMeasure(app: FastifyInstance, { log, metrics }: Platform): void {
  // These log lines contain nothing secret, and looking for secrets would take a tenth of a request's work.
  const requestLog = log.child({}, { redact: [] });
  const levelOf = ({ logLevel }: FastifyRequest['routeOptions']) => (logLevel === 'debug' ? 'debug' : 'info');
  app.addHook('onRequest', (request, reply, done) => {
    metrics.requestsInFlight.count += 1;
    // It comes after every answer, and it's all that comes if the client is gone before it has one.
    reply.raw.on('close', () => {
      metrics.requestsInFlight.count -= 1;
      if (reply.raw.writableFinished) return;
      const { id: reqId, method, routeOptions } = request;
      requestLog[levelOf(routeOptions)]({ reqId, method, route: routeOptions.url ?? 'unknown' }, 'client disconnected');
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { elapsedTime } = reply;
    metrics.httpDuration.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      elapsedTime / 1000,
    );
    requestLog[levelOf(request.routeOptions)](
      {
        reqId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
}

function takeJson(app: FastifyInstance): void {
  // Existing clients send a JSON content type without a body, for example at log-out.
  app.removeContentTypeParser('application/json');
  // Keys that could reach an object's prototype are dropped.
  const parse = app.getDefaultJsonParser('remove', 'ignore');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    void parse(request, body, (error, value) => {
      if (error) done(malformed('The body is not valid JSON.'));
      else done(null, value);
    });
  });
}

/** Browsers don't read a response before they've sent the whole request: the rest of a refused upload is read and dropped. */
function dropRest(request: IncomingMessage): void {
  request.unpipe();
  request.resume();
}

/** Milliseconds that a client has to send the rest of a refused body before it's answered. */
const restMs = 1000;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Answers once the rest has come, or time is up: Node closes connections of clients that ask for it as soon as they're answered. */
function afterRest(request: IncomingMessage, answer: () => void): void {
  const timer = setTimeout(answered, restMs);
  function answered() {
    clearTimeout(timer);
    request.off('end', answered).off('close', answered);
    answer();
  }
  request.once('end', answered).once('close', answered);
}

/** The response to an error, whoever threw it. */
function toRefusal(error: FastifyError | HttpError): HttpError {
  if (error instanceof HttpError) return error;
  if (isDiskFull(error)) return diskFull();
  if (isConnectionFailure(error)) return unavailable();
  if (isUnstorableText(error)) return unstorable();
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return malformed('Send JSON, or multipart/form-data where the call takes files.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return nothingHere();
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
    case 'FST_FILES_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return tooLarge('This is larger than the server accepts.');
    default:
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new HttpError(error.statusCode === 403 ? 400 : error.statusCode, "We couldn't understand this request.");
  }
  if (error.statusCode === 503) return unavailable();
  return new HttpError(500, 'Something went wrong on the server. Try again in a moment.');
}
