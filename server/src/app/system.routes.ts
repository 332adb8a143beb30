import { timingSafeEqual } from 'node:crypto';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { uploadsPath } from '@hubbub/contract/features/media/media.shapes.ts';
import { pages } from '@hubbub/contract/platform/pages.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { nothingHere, unavailable } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { isFromThisMachine } from '#platform/sessions/origins.ts';
import { requireExactPath } from './exact-path.ts';
import type { Ending } from './open-responses.ts';

/** `/metrics` is for requests from this machine, under one of its own names, or with METRICS_TOKEN. */
function mayReadMetrics(platform: Platform, request: FastifyRequest): boolean {
  const token = platform.config.metricsToken;
  if (token === undefined) return isFromThisMachine(request);
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** What `/readyz` reports about a disk that's low on space. */
const diskWords = {
  low: "almost full: uploads are refused; free some space on DATA_DIR's disk",
  full: "full: all writes are refused; free some space on DATA_DIR's disk",
};

/**
 * `/healthz` (the process is alive), `/readyz` (it can work, and will keep working), `/metrics` (Prometheus), at exactly these paths.
 * @param ending whether the process was asked to stop: load balancers check `/readyz` and send their requests elsewhere
 */
export function registerSystemRoutes(app: FastifyInstance, platform: Platform, ending: Pick<Ending, 'isAsked'>): void {
  const hide = {
    schema: { hide: true },
    // Load balancers ask every few seconds.
    logLevel: 'debug',
    onRequest: async (request: FastifyRequest) => requireExactPath(request),
  } as const;
  app.get('/healthz', hide, async () => ({ status: 'ok' }));
  app.get('/readyz', hide, async (_request, reply) => {
    // Returned rather than thrown: a requested shutdown isn't an error.
    if (ending.isAsked) return reply.status(503).send({ error: 'This process is shutting down.' });
    if (!(await platform.db.ping())) throw unavailable("The database doesn't respond.");
    const { state } = platform.disk;
    // Not 503: reading still works, and a load balancer that took this process out would stop that, too.
    if (state !== 'ok') return { status: state === 'full' ? 'read-only' : 'ready', disk: diskWords[state] };
    // Still ready: requests work without the others, and a load balancer that took this process out would leave no one to answer them.
    return platform.realtime.isConnected === false
      ? { status: 'ready', others: "can't be reached: check Redis and REDIS_URL" }
      : { status: 'ready' };
  });
  app.get('/metrics', hide, async (request, reply) => {
    if (!mayReadMetrics(platform, request)) throw nothingHere();
    reply.type(platform.metrics.registry.contentType);
    return await platform.metrics.show();
  });
}

/** The log-in page is the start page; this is where people and older links look for it. The query is kept. */
export function registerLogInAddress(app: FastifyInstance): void {
  const { path } = pages.login;
  app.get('/login', { schema: { hide: true } }, async (request, reply) => {
    const [, query] = request.url.split('?', 2);
    return reply.redirect(query === undefined ? path : `${path}?${query}`, 302);
  });
}

const apiDescription = `The API of Hubbub, a social network that anyone can host.

Large files are best uploaded to \`${uploadsPath}\` by tus 1.0.0 (https://tus.io/protocols/resumable-upload; creation, expiration, termination), with
the session's cookie: \`POST\` with \`Upload-Length\` and \`Upload-Metadata\`, \`PATCH\` from \`Upload-Offset\`, \`HEAD\` after a cut. Posts and messages
name finished ones in \`uploads\`. What's neither finished nor used within a day is removed. Headers, errors and examples: docs/uploads.md.`;

/** The OpenAPI document, generated from the contract, at `/docs` and `/openapi.json`. Must be registered before the routes it describes. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Hubbub', description: apiDescription, version: '1' },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'hubbub' } } },
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: () =>
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  });
}
