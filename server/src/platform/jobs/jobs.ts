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
import type { Carrier, Tracing } from '#platform/tracing/tracing.ts';
import { countOpenJobs, insertJob, jobsSchema, readQueue, releaseJobsOfDeadWorkers } from './jobs.queries.ts';
import { createLifeSign } from './life-sign.ts';

/** Names and payloads (JSON) of the jobs; each feature adds its own by module augmentation. */
export interface JobMap {}

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
  /** Works the processor hard: only half as many as there are cores run at once in a process, so that others are not kept waiting. */
  heavy?: boolean;
  /** Also runs by the clock: a crontab pattern in UTC. The payload is then `{}` and whatever cron adds. */
  every?: string;
}

export interface AddOptions {
  /** Not before. */
  runAt?: Date;
  /** A job of the same key that has not begun is replaced. */
  key?: string;
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

const concurrency = 4;
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
export function createJobs(options: { db: Database; log: Log; metrics: Metrics; tracing?: Tracing | undefined }): Jobs {
  const { db, log, metrics, tracing } = options;
  metrics.jobQueue(() => readQueue(db.kysely));
  const definitions = new Map<string, Definition>();
  const heavyAtOnce = Math.max(1, Math.floor(availableParallelism() / 2));
  let heavyRunning = 0;
  let runner: Runner | undefined;
  let recovery: NodeJS.Timeout | undefined;
  let restarting: Promise<void> | undefined;
  let stopped = false;
  const alive = createLifeSign(db, log);

  const runOne = async (name: string, { handler, options }: Definition, payload: never, context: JobContext) => {
    const stopTimer = metrics.jobDuration.startTimer({ job: name });
    if (options.heavy) heavyRunning += 1;
    try {
      await (tracing ? traced(tracing, name, handler)(payload, context) : handler(payload, context));
      stopTimer({ outcome: 'done' });
    } catch (error) {
      stopTimer({ outcome: 'failed' });
      log.error({ err: error, job: name, attempt: context.attempt, last: context.last }, 'job failed');
      throw error;
    } finally {
      if (options.heavy) heavyRunning -= 1;
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
    const heavyRoom = createHeavyRoom(() => heavyAtOnce - heavyRunning);
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
      await insertJob(tx, {
        name,
        payload: JSON.stringify(tracing ? { ...payload, [carrierKey]: tracing.carrier() } : payload),
        runAt: options.runAt ?? null,
        maxAttempts: definition?.options.maxAttempts ?? defaultAttempts,
        key: options.key ?? null,
        flags: definition?.options.heavy ? ['heavy'] : null,
      });
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
 * @param left how many more heavy jobs may run now
 */
function createHeavyRoom(left: () => number) {
  const holders = new Set<Worker>();
  let granted = false;
  /** Follows on `forbiddenFlags` in the same turn, and says which worker asked. */
  const hold = (worker: Worker) => {
    if (granted) holders.add(worker);
    granted = false;
  };
  const release = ({ worker }: { worker: Worker }) => void holders.delete(worker);
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:getJob:start', ({ worker }) => hold(worker));
  for (const end of ['job:start', 'worker:getJob:empty', 'worker:getJob:error'] as const) events.on(end, release);
  return {
    events,
    hold,
    forbiddenFlags(): string[] {
      granted = left() > holders.size;
      return granted ? [] : ['heavy'];
    },
  };
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
