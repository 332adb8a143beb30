import { EventEmitter } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import {
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type Worker,
  type WorkerEvents,
} from 'graphile-worker';
import type { Database, Db } from '#platform/database/database.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { DiskWatch } from '#platform/storage/disk-watch.ts';
import type { Carrier, Tracing } from '#platform/tracing/tracing.ts';
import {
  countOpenJobs,
  insertJob,
  jobsSchema,
  readQueue,
  releaseJobsOfDeadWorkers,
  selectFirstPriority,
} from './jobs.queries.ts';
import { createLifeSign } from './life-sign.ts';

/** Names and payloads (JSON) of the jobs; each feature adds its own by module augmentation. */
export interface JobMap {}

/** Work that keeps a processor busy, by kind: what people wait for comes first. */
export const heavyKinds = ['pictures', 'videos'] as const;
export type HeavyKind = (typeof heavyKinds)[number];

/** Turns that a kind of heavy work has; what is later than the last of them takes the last. */
const turnsOfKind = 16_000;
const firstPriority = (kind: HeavyKind) => 1 + heavyKinds.indexOf(kind) * turnsOfKind;
const lastPriority = 1 + heavyKinds.length * turnsOfKind;
const priorityOf = (kind: HeavyKind, { turn = 0, isLast = false }: AddOptions) =>
  isLast ? lastPriority : firstPriority(kind) + Math.min(turn, turnsOfKind - 1);

export interface JobContext {
  /** 1 on the first run. */
  attempt: number;
  /** Whether no other attempt follows if this one throws. */
  last: boolean;
  /** Fires when the server stops and has waited long enough: give up, the job is run again after the next start. */
  signal: AbortSignal;
}

export interface JobOptions {
  /** How often a job is tried before it is given up; the pause grows from seconds to hours (graphile-worker: `exp(attempt)` s). */
  maxAttempts?: number;
  /**
   * Keeps a processor busy: of each kind only half as many as there are cores, and at most 4, run at once in a process, so that
   * no other kind waits for it.
   */
  heavy?: HeavyKind;
  /** Also runs by the clock: a crontab pattern in UTC. The payload is then `{}` and whatever cron adds. */
  every?: string;
}

export interface AddOptions {
  /** Not before. */
  runAt?: Date;
  /** A job of the same key that has not begun is replaced. */
  key?: string;
  /** Heavy work of the same kind runs in the order of its turns (`nextTurn`); 0 unless given. */
  turn?: number;
  /** Heavy work that nobody waits for: it runs after all turns of all kinds. */
  isLast?: boolean;
}

/** Background work, in the same database, enqueued in the same transaction. A job may run twice (a crash): it must bear that. */
export interface Jobs {
  /** Before `start`. */
  define<N extends keyof JobMap>(
    name: N,
    handler: (payload: JobMap[N], context: JobContext) => Promise<void>,
    options?: JobOptions,
  ): void;
  /** Enqueues in the caller's transaction. */
  add<N extends keyof JobMap>(tx: Db, name: N, payload: JobMap[N], options?: AddOptions): Promise<void>;
  /** The turn that heavy work of a kind has come to: the first of those that wait; 0 when none does. */
  nextTurn(tx: Db, kind: HeavyKind): Promise<number>;
  /** Makes what `add` needs; for a process that leaves the work to others. */
  prepare(): Promise<void>;
  /** Takes up work, that of processes which died first. */
  start(): Promise<void>;
  /** Takes no more work and waits for what is running; what does not end within some seconds is told to. */
  stop(): Promise<void>;
  /** For tests: resolves when no job is due or running. */
  idle(): Promise<void>;
}

interface Definition {
  handler: (payload: never, context: JobContext) => Promise<void>;
  options: JobOptions;
}

const heavyAtOnce = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));
/** Two more than heavy work can take up, for everything else. */
const concurrency = heavyKinds.length * heavyAtOnce + 2;
const defaultAttempts = 10;
/** How long a stopping server lets jobs go on before it tells them to give up. */
const patienceMs = 3000;
/** How often the jobs of other processes that died are looked for. */
const recoveryMs = 30_000;
/** How long a queue that ended by itself waits before it is started again. */
const relaunchMs = 1000;

/** Creates the queue's tables. `start` does so by itself; a template database for tests has them beforehand. */
export async function installJobs(db: Database, log: Log): Promise<void> {
  await runMigrations({ pgPool: db.pool, schema: jobsSchema, logger: graphileLogger(log) });
}

/** The queue: graphile-worker in this process. Nothing runs until `start`. */
export function createJobs(options: {
  db: Database;
  log: Log;
  metrics: Metrics;
  tracing?: Tracing | undefined;
  /** While it is full, what works hard waits: that makes files. What removes them goes on. */
  disk?: Pick<DiskWatch, 'state'>;
}): Jobs {
  const { db, log, metrics, tracing, disk } = options;
  metrics.jobQueue(() => readQueue(db.kysely));
  const definitions = new Map<string, Definition>();
  const heavyRunning: Record<HeavyKind, number> = { pictures: 0, videos: 0 };
  let runner: Runner | undefined;
  let recovery: NodeJS.Timeout | undefined;
  let restarting: Promise<void> | undefined;
  let stopped = false;
  const alive = createLifeSign(db, log);

  const runOne = async (name: string, { handler, options }: Definition, payload: never, context: JobContext) => {
    const stopTimer = metrics.jobDuration.startTimer({ job: name });
    if (options.heavy) heavyRunning[options.heavy] += 1;
    try {
      await (tracing ? traced(tracing, name, handler)(payload, context) : handler(payload, context));
      stopTimer({ outcome: 'done' });
    } catch (error) {
      stopTimer({ outcome: 'failed' });
      log.error({ err: error, job: name, attempt: context.attempt, last: context.last }, 'job failed');
      throw error;
    } finally {
      if (options.heavy) heavyRunning[options.heavy] -= 1;
    }
  };

  const recover = async () => {
    try {
      const pools = await db.transaction(releaseJobsOfDeadWorkers);
      if (pools.length > 0) log.info({ pools }, 'took over the jobs of a process that ended without a word');
    } catch (error) {
      log.warn({ err: error }, 'could not look for jobs of dead processes');
    }
  };

  /** The library's runner. It ends by itself when it could not write down the end of a job: then another one takes over. */
  const launch = async (): Promise<void> => {
    const tasks: TaskList = {};
    for (const [name, definition] of definitions) {
      tasks[name] = async (payload, { job, abortSignal }) => {
        const context = { attempt: job.attempts, last: job.attempts >= job.max_attempts, signal: abortSignal };
        await runOne(name, definition, payload as never, context);
      };
    }
    const heavyRoom = createHeavyRoom((kind) => (disk?.state === 'full' ? 0 : heavyAtOnce - heavyRunning[kind]));
    const running = await run({
      pgPool: db.pool,
      schema: jobsSchema,
      taskList: tasks,
      parsedCronItems: parseCronItems(
        [...definitions].flatMap(([task, { options }]) =>
          options.every === undefined ? [] : [{ task, match: options.every, identifier: task }],
        ),
      ),
      concurrency,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: patienceMs,
      forbiddenFlags: heavyRoom.forbiddenFlags,
      events: heavyRoom.events,
      logger: graphileLogger(log),
      preset: {
        // Without these two, the end of the last jobs is still being written when `stop` resolves.
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
        plugins: [
          {
            name: 'life-sign',
            version: '1.0.0',
            worker: {
              hooks: {
                startWorker(_context, { worker }) {
                  heavyRoom.hold(worker);
                  return alive.announce(worker.workerPool.id);
                },
              },
            },
          },
        ],
      },
    });
    runner = running;
    const ended = (error?: unknown) => {
      if (stopped || runner !== running) return;
      log.warn({ err: error }, 'the job queue ended, and is started again');
      runner = undefined;
      restarting = relaunch();
    };
    running.promise.then(() => ended(), ended);
  };

  const relaunch = async (): Promise<void> => {
    alive.end();
    while (!stopped) {
      await pause(relaunchMs);
      await recover();
      try {
        if (!stopped) await launch();
        return;
      } catch (error) {
        log.warn({ err: error }, 'the job queue could not be started again yet');
      }
    }
  };

  return {
    define(name, handler, options = {}) {
      definitions.set(name, { handler, options });
    },
    async add(tx, name, payload, options = {}) {
      const definition = definitions.get(name);
      const heavy = definition?.options.heavy;
      await insertJob(tx, {
        name,
        payload: JSON.stringify(tracing ? { ...payload, [carrierKey]: tracing.carrier() } : payload),
        runAt: options.runAt ?? null,
        maxAttempts: definition?.options.maxAttempts ?? defaultAttempts,
        key: options.key ?? null,
        flags: heavy ? [heavy] : null,
        priority: heavy ? priorityOf(heavy, options) : 0,
      });
    },
    async nextTurn(tx, kind) {
      const first = firstPriority(kind);
      return ((await selectFirstPriority(tx, first, first + turnsOfKind - 1)) ?? first) - first;
    },
    prepare: () => installJobs(db, log),
    async start() {
      stopped = false;
      await installJobs(db, log);
      await recover();
      await launch();
      recovery = setInterval(() => void recover(), recoveryMs);
      recovery.unref();
    },
    async stop() {
      stopped = true;
      clearInterval(recovery);
      await restarting;
      await runner?.stop();
      runner = undefined;
      alive.end();
    },
    async idle() {
      while ((await countOpenJobs(db.kysely)) > 0) await new Promise((resolve) => setTimeout(resolve, 25));
    },
  };
}

/**
 * Several workers of a process ask for a job at the same time. Who may bring a heavy one counts as if it had, until it is known
 * what it brought: else all of them would find room where there is room for one.
 * @param left how many more heavy jobs of a kind may run now
 */
function createHeavyRoom(left: (kind: HeavyKind) => number) {
  const holders = new Map<Worker, HeavyKind[]>();
  /** Kinds that a worker was refused only because another one was asking. */
  const refused = new Set<HeavyKind>();
  let granted: HeavyKind[] = [];
  /** Follows on `forbiddenFlags` in the same turn, and says which worker asked. */
  const hold = (worker: Worker) => {
    if (granted.length > 0) holders.set(worker, granted);
    granted = [];
  };
  /** @returns whether another worker was refused what this one could have had */
  const release = (worker: Worker): boolean => {
    const kinds = holders.get(worker) ?? [];
    holders.delete(worker);
    return kinds.filter((kind) => refused.delete(kind)).length > 0;
  };
  const heldOf = (kind: HeavyKind) => [...holders.values()].filter((kinds) => kinds.includes(kind)).length;
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:getJob:start', ({ worker }) => hold(worker));
  // What was refused may have been added while both asked, and nobody else would look for it before the next poll. One worker
  // looks, and not both again, or they would refuse each other for ever.
  events.on('job:start', ({ worker }) => {
    // Once the job counts as running.
    if (release(worker)) setImmediate(() => lookAgain(worker.workerPool));
  });
  events.on('worker:getJob:empty', ({ worker }) => void (release(worker) && worker.nudge()));
  events.on('worker:getJob:error', ({ worker }) => void release(worker));
  return {
    events,
    hold,
    forbiddenFlags(): string[] {
      const free = heavyKinds.filter((kind) => left(kind) > 0);
      granted = free.filter((kind) => left(kind) > heldOf(kind));
      for (const kind of free) if (!granted.includes(kind)) refused.add(kind);
      return heavyKinds.filter((kind) => !granted.includes(kind));
    },
  };
}

/** Has an idle worker look for a job. */
function lookAgain(pool: Worker['workerPool']): void {
  try {
    pool.nudge(1);
  } catch {
    // Its workers are ending.
    return;
  }
}

/** Where a job's payload has the trace that it was enqueued in. */
const carrierKey = '$trace';

/** The job as a span of the trace that it was enqueued in. */
function traced(tracing: Tracing, name: string, handler: Definition['handler']): Definition['handler'] {
  return async (payload, context) => {
    const { [carrierKey]: carrier = {}, ...given } = payload as { [carrierKey]?: Carrier };
    const attributes = { 'messaging.system': 'graphile-worker', 'hubbub.job.attempt': context.attempt };
    const span = tracing.begin({ name, kind: 'consumer', attributes }, carrier);
    try {
      await span.within(() => handler(given as never, context));
      span.end();
    } catch (error) {
      span.end({ error });
      throw error;
    }
  };
}

/** graphile-worker's own messages, a level lower than it gives them: what matters is logged above. */
function graphileLogger(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    if (level === 'error' && !('failure' in meta)) log.error({ ...scope }, message);
    else if (level === 'warning') log.warn({ ...scope }, message);
    else log.debug({ ...scope }, message);
  });
}
