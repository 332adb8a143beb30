import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What `/metrics` shows, in Prometheus' text format. */
export interface Metrics {
  registry: Registry;
  httpDuration: Histogram<'method' | 'route' | 'status'>;
  jobDuration: Histogram<'job' | 'outcome'>;
  socketConnections: Gauge;
  rateLimited: Counter<'limit'>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'hubbub_' });
  const registers = [registry];
  return {
    registry,
    httpDuration: new Histogram({
      name: 'hubbub_http_request_duration_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    jobDuration: new Histogram({
      name: 'hubbub_job_duration_seconds',
      help: 'Time to run a background job',
      labelNames: ['job', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60],
      registers,
    }),
    socketConnections: new Gauge({ name: 'hubbub_socket_connections', help: 'Open sockets', registers }),
    rateLimited: new Counter({
      name: 'hubbub_rate_limited_total',
      help: 'Requests refused by a rate limit',
      labelNames: ['limit'],
      registers,
    }),
  };
}
