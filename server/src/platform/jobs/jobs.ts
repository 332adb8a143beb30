import { availableParallelism } from 'node:os';
import { Logger, parseCronItems, type Runner, run, runMigrations, type TaskList } from 'graphile-worker';
import type { Database, Db } from '#platform/database/database.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import {
  type Connection,
  countOpenJobs,
  insertJob,
  jobsSchema,
  lockAsAlive,
  releaseJobsOfDeadWorkers,
} from './jobs.queries.ts';

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

/** Creates the queue's tables. `start` does so by itself; a template database for tests has them beforehand. */
export async function installJobs(db: Database, log: Log): Promise<void> {
  await runMigrations({ pgPool: db.pool, schema: jobsSchema, logger: graphileLogger(log) });
}

/** The queue: graphile-worker in this process. Nothing runs until `start`. */
export function createJobs({ db, log, metrics }: { db: Database; log: Log; metrics: Metrics }): Jobs {
  const definitions = new Map<string, Definition>();
  const heavyAtOnce = Math.max(1, Math.floor(availableParallelism() / 2));
  let heavyRunning = 0;
  let runner: Runner | undefined;
  let recovery: NodeJS.Timeout | undefined;
  const alive = createLifeSign(db, log);

  const runOne = async (name: string, { handler, options }: Definition, payload: never, context: JobContext) => {
    const stopTimer = metrics.jobDuration.startTimer({ job: name });
    if (options.heavy) heavyRunning += 1;
    try {
      await handler(payload, context);
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

  return {
    define(name, handler, options = {}) {
      definitions.set(name, { handler, options });
    },
    async add(tx, name, payload, options = {}) {
      const definition = definitions.get(name);
      await insertJob(tx, {
        name,
        payload: JSON.stringify(payload),
        runAt: options.runAt ?? null,
        maxAttempts: definition?.options.maxAttempts ?? defaultAttempts,
        key: options.key ?? null,
        flags: definition?.options.heavy ? ['heavy'] : null,
      });
    },
    async start() {
      await installJobs(db, log);
      await recover();
      const tasks: TaskList = {};
      for (const [name, definition] of definitions) {
        tasks[name] = async (payload, { job, abortSignal }) => {
          const context = { attempt: job.attempts, last: job.attempts >= job.max_attempts, signal: abortSignal };
          await runOne(name, definition, payload as never, context);
        };
      }
      runner = await run({
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
        forbiddenFlags: () => (heavyRunning >= heavyAtOnce ? ['heavy'] : []),
        logger: graphileLogger(log),
        preset: {
          // Without these two, the end of the last jobs is still being written when `stop` resolves.
          worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
          plugins: [
            {
              name: 'life-sign',
              version: '1.0.0',
              worker: { hooks: { startWorker: (_context, { worker }) => alive.announce(worker.workerPool.id) } },
            },
          ],
        },
      });
      runner.promise.catch((error: unknown) => log.error({ err: error }, 'the job queue ended'));
      recovery = setInterval(() => void recover(), recoveryMs);
      recovery.unref();
    },
    async stop() {
      clearInterval(recovery);
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
 * An advisory lock for each pool of workers, held by one connection: the database lets go of it when this process dies in
 * whatever way, and any other process then knows that its jobs are free. (graphile-worker by itself waits four hours.)
 */
function createLifeSign(db: Database, log: Log) {
  const poolIds = new Set<string>();
  let connection: Promise<Connection> | undefined;
  let ended = false;
  const announced = new Map<string, Promise<void>>();

  const connect = async () => {
    const client = await db.pool.connect();
    client.once('error', (error) => {
      if (ended) return;
      client.release(error);
      connection = undefined;
      log.warn({ err: error }, 'the connection that marks running jobs was lost; marking them again');
      setTimeout(() => {
        for (const id of poolIds) void lock(id);
      }, 1000).unref();
    });
    return client;
  };

  const lock = async (id: string): Promise<void> => {
    try {
      connection ??= connect();
      await lockAsAlive(await connection, id);
    } catch (error) {
      connection = undefined;
      if (!ended) throw error;
    }
  };

  return {
    /** Resolves once the lock is held: before the pool takes its first job. */
    announce(poolId: string): Promise<void> {
      ended = false;
      poolIds.add(poolId);
      const done = announced.get(poolId) ?? lock(poolId);
      announced.set(poolId, done);
      return done;
    },
    /** Closes the connection, and with it the locks. */
    end(): void {
      ended = true;
      poolIds.clear();
      announced.clear();
      void connection?.then(
        (client) => client.release(true),
        () => undefined,
      );
      connection = undefined;
    },
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
