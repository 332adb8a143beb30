import multipart from '@fastify/multipart';
import type { Endpoint, EndpointAnswer, EndpointRequest } from '@hubbub/contract/platform/endpoint.ts';
import { errorBody } from '@hubbub/contract/platform/shapes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HotAnswer } from '#platform/database/json.ts';
import { malformed, unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { LimitRule } from '#platform/rate-limits/rate-limits.ts';
import { hashToken, type Session } from '#platform/sessions/sessions.ts';
import type { SessionCookie } from './cookie.ts';
import { jsonSchemaOf } from './json-schema.ts';
import type { KnownPersons } from './known-persons.ts';
import { checkBody, checkParameters } from './validation.ts';

/** What routes are registered on. */
export interface Http {
  fastify: FastifyInstance;
  platform: Platform;
  cookie: SessionCookie;
  persons: KnownPersons;
}

export interface RouteOptions {
  /** Counted before the request is validated. */
  limits?: readonly LimitRule[];
}

type SessionOf<E extends Endpoint> = E['session'] extends 'required' ? Session : undefined;

/** A checked call. */
export interface Call<E extends Endpoint> extends EndpointRequest<E> {
  session: SessionOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

const allPaths = (endpoint: Endpoint) => [endpoint.path, ...(endpoint.aliases ?? [])];

function documentation(endpoint: Endpoint) {
  const errors = [
    ...new Set([400, ...(endpoint.session === 'required' ? [401] : []), ...(endpoint.errors ?? []), 429, 500, 503]),
  ];
  const error = jsonSchemaOf(errorBody, 'output');
  const multipart = endpoint.multipart && {
    type: 'object',
    properties: {
      ...(jsonSchemaOf(endpoint.multipart.fields, 'input').properties as object),
      ...Object.fromEntries(
        Object.entries(endpoint.multipart.files).map(([name, { max }]) => [
          name,
          { type: 'array', maxItems: max, items: { type: 'string', format: 'binary' } },
        ]),
      ),
    },
  };
  return {
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.session === 'required' ? { security: [{ session: [] }] } : {}),
    ...(endpoint.params ? { params: jsonSchemaOf(endpoint.params, 'input') } : {}),
    ...(endpoint.query ? { querystring: jsonSchemaOf(endpoint.query, 'input') } : {}),
    ...(endpoint.body ? { body: jsonSchemaOf(endpoint.body, 'input') } : {}),
    ...(multipart ? { consumes: ['multipart/form-data'], body: multipart } : {}),
    response: {
      [endpoint.answer.status]: jsonSchemaOf(endpoint.answer.body, 'output'),
      ...Object.fromEntries(errors.map((status) => [status, error])),
    },
  };
}

/**
 * Registers a call of the contract: session, then limits, then validation, then the handler, whose answer is serialised by
 * the contract, so that nothing leaves that the contract does not name.
 */
export function route<const E extends Endpoint>(
  http: Http,
  endpoint: E,
  options: RouteOptions,
  handler: (call: Call<E>) => Promise<EndpointAnswer<E>>,
): void {
  const { fastify, platform, cookie } = http;
  const limits = options.limits ?? [];
  const { status } = endpoint.answer;

  const run = async (request: FastifyRequest, reply: FastifyReply) => {
    let session: Session | undefined;
    if (endpoint.session === 'required') {
      const token = cookie.read(request);
      session = token === undefined ? undefined : await platform.sessions.find(token);
      if (!session) throw unauthenticated();
      if (session.prolonged && token !== undefined) cookie.set(reply, token);
    }
    if (limits.length > 0) {
      await platform.limits.enforce(limits, {
        address: request.ip,
        userId: session?.userId ?? null,
        body: request.body,
      });
    }
    const checked = {
      params: endpoint.params && checkParameters(endpoint.params, request.params),
      query: endpoint.query && checkParameters(endpoint.query, request.query),
      body: endpoint.body && checkBody(endpoint.body, request.body ?? {}),
    } as EndpointRequest<E>;
    if (endpoint.multipart && !request.isMultipart()) throw malformed('Send multipart/form-data.');
    const answer = await handler({ ...checked, session: session as SessionOf<E>, request, reply });
    reply.status(status);
    return answer;
  };
  register(fastify, endpoint, run);
}

/**
 * Registers a call whose one statement checks the session itself and builds the whole JSON, so that it takes one round trip.
 * The statement is given the hash of the session's token and answers undefined when it belongs to no session. Until it has
 * answered for a session once, limits per person count the address.
 */
export function hotRoute<const E extends Endpoint>(
  http: Http,
  endpoint: E,
  options: RouteOptions,
  handler: (call: EndpointRequest<E> & { tokenHash: Buffer }) => Promise<HotAnswer>,
): void {
  const { fastify, platform, cookie, persons } = http;
  const limits = options.limits ?? [];
  const { status } = endpoint.answer;
  const run = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = cookie.read(request);
    if (token === undefined) throw unauthenticated();
    const tokenHash = hashToken(token);
    const known = persons.find(tokenHash);
    if (limits.length > 0) {
      await platform.limits.enforce(limits, { address: request.ip, userId: known ?? null, body: request.body });
    }
    const answer = await handler({
      params: endpoint.params && checkParameters(endpoint.params, request.params),
      query: endpoint.query && checkParameters(endpoint.query, request.query),
      body: endpoint.body && checkBody(endpoint.body, request.body ?? {}),
      tokenHash,
    } as EndpointRequest<E> & { tokenHash: Buffer });
    if (!answer) throw unauthenticated();
    if (known === undefined) persons.learn(tokenHash, answer.userId);
    if (answer.stale) {
      await platform.sessions.prolong(tokenHash);
      cookie.set(reply, token);
    }
    reply.status(status).header('content-type', 'application/json; charset=utf-8');
    return answer.body;
  };
  register(fastify, endpoint, run);
}

/** What a form may have. How long a file may be is for those to say who take it in: it depends on what it turns out to be. */
const formLimits = {
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fields: 20,
  files: 20,
  headerPairs: 50,
  fileSize: Number.POSITIVE_INFINITY,
};

function register(
  fastify: FastifyInstance,
  endpoint: Endpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const schema = documentation(endpoint);
  const add = (instance: FastifyInstance) => {
    for (const url of allPaths(endpoint)) {
      instance.route({
        method: endpoint.method,
        url,
        schema,
        // The contract's own schemas validate, in the handler; these are for the document and the serialiser.
        validatorCompiler: () => () => true,
        handler,
      });
    }
  };
  if (!endpoint.multipart) {
    add(fastify);
    return;
  }
  // Only calls that take forms have the parser and its hooks, which cost every request that passes them.
  fastify.register(async (scope) => {
    await scope.register(multipart, { limits: formLimits });
    add(scope);
  });
}
