import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { OpenSpan, Tracing } from '#platform/tracing/tracing.ts';

/** A `fetch` request, as reported by undici. */
interface FetchRequest {
  origin: string;
  method: string;
  path: string;
  addHeader(name: string, value: string): void;
}

type Published = Record<string, unknown>;
type Listener = (message: unknown) => void;

/**
 * Spans for this process's HTTP requests to other servers, by `fetch` and by Node's own client, whichever library makes them; the trace
 * continues there. URLs are recorded without their paths and queries, which may contain secrets.
 * @param collector the collector's host, whose own requests make no spans
 * @returns a function that stops it
 */
export function traceOutgoing(tracing: Tracing, collector: string): () => void {
  const open = new WeakMap<object, OpenSpan>();

  const begin = (request: object, method: string, host: string, addHeader: (name: string, value: string) => void) => {
    if (host === collector) return;
    const span = tracing.startChild({
      name: method,
      kind: 'client',
      attributes: { 'http.request.method': method, 'server.address': host },
    });
    if (!span) return;
    open.set(request, span);
    const { traceparent } = span.within(() => tracing.carrier());
    if (traceparent) addHeader('traceparent', traceparent);
  };
  const end = (request: object, status: number | undefined, error?: unknown) => {
    const span = open.get(request);
    if (!span) return;
    open.delete(request);
    const attributes = status === undefined ? {} : { 'http.response.status_code': status };
    const failure = error ?? (status !== undefined && status >= 400 ? String(status) : undefined);
    span.end(failure === undefined ? { attributes } : { attributes, error: failure });
  };

  const listeners: Record<string, (published: Published) => void> = {
    'undici:request:create': ({ request }) => {
      const fetched = request as FetchRequest;
      begin(fetched, fetched.method, new URL(fetched.origin).host, (name, value) => fetched.addHeader(name, value));
    },
    'undici:request:headers': ({ request, response }) =>
      end(request as object, (response as { statusCode: number }).statusCode),
    'undici:request:error': ({ request, error }) => end(request as object, undefined, error),
    'http.client.request.created': ({ request }) => {
      const asked = request as ClientRequest;
      begin(asked, asked.method, String(asked.getHeader('host') ?? asked.host), (name, value) => {
        if (!asked.headersSent) asked.setHeader(name, value);
      });
    },
    'http.client.response.finish': ({ request, response }) =>
      end(request as object, (response as IncomingMessage).statusCode),
    'http.client.request.error': ({ request, error }) => end(request as object, undefined, error),
  };
  const entries = Object.entries(listeners) as [string, Listener][];
  for (const [name, listener] of entries) subscribe(name, listener);
  return () => {
    for (const [name, listener] of entries) unsubscribe(name, listener);
  };
}
