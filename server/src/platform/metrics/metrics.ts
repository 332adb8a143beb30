import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Jobs of one name: how many are due, running, and given up, and since when the oldest due one has been waiting. */
export interface QueuedJobs {
  job: string;
  due: number;
  running: number;
  givenUp: number;
  /** Seconds. */
  oldest: number;
}

/** A pool's connections, and who's waiting for one. */
export interface PoolState {
  open: number;
  idle: number;
  waiting: number;
}

/** The replica's position, and which server answered the statements it may answer. */
export interface ReplicaState {
  /** Seconds: the maximum age of its state, as far as we know. */
  lag: number;
  isUsed: boolean;
  /** Statements so far that tolerate lag, by the server that answered. */
  reads: { replica: number; primary: number };
}

/** The processes on the same port, each of which answers `/metrics` for all of them. */
export interface MetricsGroup {
  /** The name of this process, and of any that replaces it: `api-1`, `worker`. */
  name: string;
  /** Sends this process's metrics to the others whenever they ask. */
  tell(own: () => Promise<string>): void;
  /** This process's metrics together with everyone else's, all in Prometheus' text format. */
  withOthers(own: Promise<string>): Promise<string>;
}

/** The counters and timers. */
export type Metrics = ReturnType<typeof createMetrics>;

/** @param group the others on the same port; undefined: there are none */
export function createMetrics(group?: MetricsGroup) {
  const registry = new Registry();
  if (group) registry.setDefaultLabels({ process: group.name });
  group?.tell(() => registry.metrics());
  collectDefaultMetrics({ register: registry, prefix: 'hubbub_' });
  const registers = [registry];
  const requestsInFlight = { count: 0 };
  const show = (name: string, help: string, look: () => number) => showNumber(registry, name, help, look);
  show('hubbub_http_requests_in_flight', 'Requests that are being answered', () => requestsInFlight.count);
  return {
    registry,
    /** The response to `/metrics`, in Prometheus' text format; for all processes if several share a port. */
    show: () => (group ? group.withOthers(registry.metrics()) : registry.metrics()),
    httpDuration: new Histogram({
      name: 'hubbub_http_request_duration_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    /** Requests in progress; counted as they begin and end. */
    requestsInFlight,
    ...databaseMetrics(registry),
    /** Registers metrics for the replica's state. */
    replica: (look: () => ReplicaState) => showReplica(registry, look),
    /** Registers metrics for the queue's length and age; `look` is called for each scrape. If it fails, they're left out. */
    jobQueue: (look: () => Promise<QueuedJobs[]>) => showQueue(registry, look),
    jobDuration: new Histogram({
      name: 'hubbub_job_duration_seconds',
      help: 'Time to run a background job',
      labelNames: ['job', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60],
      registers,
    }),
    socketConnections: new Gauge({ name: 'hubbub_socket_connections', help: 'Open sockets', registers }),
    /** Registers a metric for the number of rooms; `count` is called for each scrape. */
    socketRooms: (count: () => number) =>
      show('hubbub_socket_rooms', 'Rooms with a socket in them, those of people and sessions included', count),
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
      help: "Sockets closed because their client didn't read",
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

/** Registers a gauge that's read for each scrape. */
function showNumber(registry: Registry, name: string, help: string, look: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(look());
    },
  });
}

const statementBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

function databaseMetrics(registry: Registry) {
  const registers = [registry];
  const pools: (() => PoolState)[] = [];
  new Gauge({
    name: 'hubbub_database_pool_connections',
    help: 'Connections of the pool by state, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const states = pools.map((look) => look());
      for (const state of ['open', 'idle', 'waiting'] as const) {
        this.set(
          { state },
          states.reduce((sum, one) => sum + one[state], 0),
        );
      }
    },
  });
  const statements = new Histogram({
    name: 'hubbub_database_statement_duration_seconds',
    help: 'Time from sending a statement to its answer: pipelined ones that read or write, and those of the pool',
    labelNames: ['kind'],
    buckets: statementBuckets,
    registers,
  });
  const poolWait = new Histogram({
    name: 'hubbub_database_pool_wait_seconds',
    help: 'Time that work waited for a connection of the pool',
    labelNames: ['pool'],
    buckets: statementBuckets,
    registers,
  });
  return {
    /** From sending a statement to its answer, by kind. */
    statements: { read: statements.labels('read'), write: statements.labels('write'), pool: statements.labels('pool') },
    statementFailures: new Counter({
      name: 'hubbub_database_statement_failures_total',
      help: 'Statements that failed, refusals by constraints included',
      labelNames: ['kind'],
      registers,
    }),
    /** Registers metrics for a pool's state; several pools are summed. */
    pool: (look: () => PoolState) => void pools.push(look),
    poolWait: poolWait.labels('main'),
  };
}

function showReplica(registry: Registry, look: () => ReplicaState): void {
  const lagHelp = 'How old the state of the replica is at most, as this process knows it';
  showNumber(registry, 'hubbub_database_replica_lag_seconds', lagHelp, () => look().lag);
  const useHelp =
    'Whether reads that may lag go to the replica (1), or to the primary because it is away or behind (0)';
  showNumber(registry, 'hubbub_database_replica_in_use', useHelp, () => (look().isUsed ? 1 : 0));
  new Counter({
    name: 'hubbub_database_replica_reads_total',
    help: 'Reads that may lag, by the server that answered them',
    labelNames: ['server'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [server, count] of Object.entries(look().reads)) this.inc({ server }, count);
    },
  });
}

function showQueue(registry: Registry, look: () => Promise<QueuedJobs[]>): void {
  const registers = [registry];
  let looking: Promise<QueuedJobs[]> | undefined;
  /** Both metrics come from a single query. Other metrics show a database that doesn't answer. */
  const queue = () => {
    looking ??= look()
      .catch(() => [])
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  new Gauge({
    name: 'hubbub_jobs_oldest_due_seconds',
    help: 'How long the oldest job that is due has waited; the same in every process',
    labelNames: ['job'],
    registers,
    async collect() {
      const jobs = await queue();
      this.reset();
      for (const { job, oldest } of jobs) this.set({ job }, oldest);
    },
  });
  new Gauge({
    name: 'hubbub_jobs',
    help: 'Jobs in the queue by state: due, running, given_up; the same in every process',
    labelNames: ['job', 'state'],
    registers,
    async collect() {
      const jobs = await queue();
      this.reset();
      for (const { job, due, running, givenUp } of jobs) {
        this.set({ job, state: 'due' }, due);
        this.set({ job, state: 'running' }, running);
        this.set({ job, state: 'given_up' }, givenUp);
      }
    },
  });
}
