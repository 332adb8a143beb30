import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What `/metrics` shows, in Prometheus' text format. */
export interface Metrics {
  registry: Registry;
  httpDuration: Histogram<'method' | 'route' | 'status'>;
  jobDuration: Histogram<'job' | 'outcome'>;
  socketConnections: Gauge;
  /** Makes the number of rooms a metric; `count` is asked whenever somebody looks. */
  socketRooms(count: () => number): void;
  socketDeliveries: Counter;
  socketLatency: Histogram;
  socketsTooSlow: Counter;
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
    socketRooms(count) {
      new Gauge({
        name: 'hubbub_socket_rooms',
        help: 'Rooms with a socket in them, those of people and sessions included',
        registers,
        collect() {
          this.set(count());
        },
      });
    },
    socketDeliveries: new Counter({
      name: 'hubbub_socket_deliveries_total',
      help: 'Events written to sockets, each receiver counted',
      registers,
    }),
    socketLatency: new Histogram({
      name: 'hubbub_socket_latency_seconds',
      help: 'Time from the commit of what an event tells to its write to the last receiver',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
      registers,
    }),
    socketsTooSlow: new Counter({
      name: 'hubbub_sockets_too_slow_total',
      help: 'Sockets that were cut off because their client did not read',
      registers,
    }),
    rateLimited: new Counter({
      name: 'hubbub_rate_limited_total',
      help: 'Requests refused by a rate limit',
      labelNames: ['limit'],
      registers,
    }),
  };
}
