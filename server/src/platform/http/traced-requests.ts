import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan, Tracing } from '#platform/tracing/tracing.ts';

/** A span for each request; register it before any other hook. Its name is the route, never the URL as sent. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();

  app.addHook('onRequest', (request, reply, done) => {
    const { traceparent } = request.headers;
    const span = tracing.begin(
      { name: request.method, kind: 'server', attributes: { 'http.request.method': request.method } },
      typeof traceparent === 'string' ? { traceparent } : {},
    );
    spans.set(request, span);
    // A client that's gone before it has its answer gets none.
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished) return;
      const route = request.routeOptions.url ?? 'unknown';
      span.end({
        name: `${request.method} ${route}`,
        attributes: { 'http.route': route, 'hubbub.request_id': request.id },
      });
    });
    span.within(done);
  });

  // A body arrives in connection events, outside of the request's span.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.within(done);
    else done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const attributes = {
      'http.route': route,
      'http.response.status_code': reply.statusCode,
      'hubbub.request_id': request.id,
    };
    const name = `${request.method} ${route}`;
    spans
      .get(request)
      ?.end(reply.statusCode >= 500 ? { name, attributes, error: String(reply.statusCode) } : { name, attributes });
    done();
  });
}
