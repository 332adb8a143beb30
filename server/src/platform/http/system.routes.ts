import { timingSafeEqual } from 'node:crypto';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound, unavailable } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { isFromThisMachine } from '#platform/sessions/origins.ts';
import { requireExactPath } from './exact-path.ts';
import type { Ending } from './open-responses.ts';

/** `/metrics` is for the machine itself, asked by a name of its own, or for whoever has METRICS_TOKEN. */
function mayReadMetrics(platform: Platform, request: FastifyRequest): boolean {
  const token = platform.config.metricsToken;
  if (token === undefined) return isFromThisMachine(request);
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** What `/readyz` says of a disk with too little space. */
const diskWords = {
  low: 'almost full: uploads are refused; make room on the disk of DATA_DIR',
  full: 'full: everything that writes is refused; make room on the disk of DATA_DIR',
};

/**
 * `/healthz` (the process lives), `/readyz` (it can work, and goes on doing so), `/metrics` (Prometheus), at exactly these paths.
 * @param ending whether the process was asked to end: balancers look at `/readyz` and send their requests elsewhere
 */
export function registerSystemRoutes(app: FastifyInstance, platform: Platform, ending: Pick<Ending, 'isAsked'>): void {
  const hide = {
    schema: { hide: true },
    logLevel: 'warn',
    onRequest: async (request: FastifyRequest) => requireExactPath(request),
  } as const;
  app.get('/healthz', hide, async () => ({ status: 'ok' }));
  app.get('/readyz', hide, async (_request, reply) => {
    // Answered and not thrown: an end that was asked for is no fault.
    if (ending.isAsked) return reply.status(503).send({ error: 'This process is ending.' });
    if (!(await platform.db.ping())) throw unavailable('The database does not answer.');
    const { state } = platform.disk;
    // Not 503: reading goes on, and a balancer that looked away would end it.
    if (state !== 'ok') return { status: state === 'full' ? 'read-only' : 'ready', disk: diskWords[state] };
    // Still ready: requests go on without the others, and a balancer that looked away would leave nobody to answer them.
    return platform.realtime.isHeard === false
      ? { status: 'ready', others: 'cannot be reached: look at Redis and REDIS_URL' }
      : { status: 'ready' };
  });
  app.get('/metrics', hide, async (request, reply) => {
    if (!mayReadMetrics(platform, request)) throw notFound('There is nothing at this address.');
    reply.type(platform.metrics.registry.contentType);
    return await platform.metrics.show();
  });
}

/** The OpenAPI document, made from the contract, at `/docs`. Must be registered before the routes that it describes. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Hubbub', description: 'The API of Hubbub, a social network that anyone can host.', version: '1' },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'hubbub' } } },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: () =>
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  });
}
