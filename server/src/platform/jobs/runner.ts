import { setTimeout as pause } from 'node:timers/promises';
import { Logger, type ParsedCronItem, type Runner, run, runMigrations, type TaskList } from 'graphile-worker';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/logging/logging.ts';
import { createHeartbeat } from './heartbeat.ts';
import { concurrency, createHeavyRoom, type LimitedKind } from './heavy-room.ts';
import { jobsSchema, releaseJobsOfDeadWorkers } from './jobs.queries.ts';
import { createLostJobs, type LostJobs } from './lost-jobs.ts';

/** How long a stopping server lets jobs run before it tells them to give up, in milliseconds. */
const patienceMs = 3000;
/** How often to look for jobs that nobody runs although they're locked, in milliseconds. */
const recoveryMs = 10_000;
/** How long to wait before restarting a queue that stopped by itself, in milliseconds. */
const relaunchMs = 1000;

/** Creates the queue's tables. `start` does this by itself; a template database for tests has them beforehand. */
export async function installJobs(db: Database, log: Log): Promise<void> {
  await runMigrations({ pgPool: db.pool, schema: jobsSchema, logger: graphileLogger(log) });
}

export interface RunnerOptions {
  db: Database;
  log: Log;
  /** How many more jobs of this kind may run now. */
  left(kind: LimitedKind): number;
  /** How often to look for jobs that nobody runs although they're locked, in milliseconds. */
  recoveryMs?: number | undefined;
}

/**
 * This process's graphile-worker runner. It stops by itself if the database connection is lost while it's recording the end of a job;
 * another one is then started.
 */
export class JobRunner {
  readonly #options: RunnerOptions;
  readonly #heartbeat;
  #launch: () => Promise<Runner> = () => Promise.reject(new Error('not started'));
  #runner: Runner | undefined;
  #recovery: NodeJS.Timeout | undefined;
  #relaunching: Promise<void> | undefined;
  #lostJobs: LostJobs | undefined;
  #isStopped = true;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#heartbeat = createHeartbeat(options.db, options.log);
  }

  async start(taskList: TaskList, parsedCronItems: ParsedCronItem[]): Promise<void> {
    const { db, log } = this.#options;
    this.#isStopped = false;
    this.#launch = () => this.#run(taskList, parsedCronItems);
    await installJobs(db, log);
    await this.#recover();
    this.#watch(await this.#launch());
    this.#recovery = setInterval(() => {
      this.#endIfIdle();
      void this.#recover();
    }, this.#options.recoveryMs ?? recoveryMs).unref();
  }

  /** Stops taking jobs and waits for running ones. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#recovery);
    await this.#relaunching;
    const runner = this.#runner;
    this.#runner = undefined;
    const stopped = runner?.stop();
    // Workers that wait for the lock while the database is away have no jobs.
    this.#heartbeat.giveUp();
    // One that's stopping by itself already refuses, and is over when its promise settles.
    await stopped?.catch(() => runner?.promise).catch(() => undefined);
    this.#heartbeat.stop();
  }

  async #run(taskList: TaskList, parsedCronItems: ParsedCronItem[]): Promise<Runner> {
    const { db, log, left } = this.#options;
    const room = createHeavyRoom(left);
    const heartbeat = this.#heartbeat;
    this.#lostJobs = createLostJobs(room.events);
    return await run({
      pgPool: db.pool,
      schema: jobsSchema,
      taskList,
      parsedCronItems,
      concurrency,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: patienceMs,
      forbiddenFlags: room.forbiddenFlags,
      events: room.events,
      logger: graphileLogger(log),
      preset: {
        // Without these two, the last jobs' completion is still being written when `stop` resolves.
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
        plugins: [
          {
            name: 'heartbeat',
            version: '1.0.0',
            worker: {
              hooks: {
                startWorker(_context, { worker }) {
                  room.hold(worker);
                  return heartbeat.start(worker.workerPool.id);
                },
              },
            },
          },
        ],
      },
    });
  }

  #watch(runner: Runner): void {
    this.#runner = runner;
    const ended = (error?: unknown) => this.#ended(runner, error);
    runner.promise.then(() => ended(), ended);
  }

  #ended(runner: Runner, error?: unknown): void {
    if (this.#isStopped || this.#runner !== runner) return;
    this.#options.log.warn({ err: error }, 'the job queue stopped and is being restarted');
    this.#runner = undefined;
    this.#relaunching = this.#relaunch();
  }

  /**
   * Ends a runner that has had no workers for two checks in a row. If the end of a job couldn't be recorded, graphile-worker counts wrong
   * from then on what it still has to record, and may wait for it for ever.
   */
  #endIfIdle(): void {
    const runner = this.#runner;
    if (!runner || !this.#lostJobs?.hasNoWorkers()) return;
    // Its schedule would go on.
    runner.stop().catch(() => undefined);
    this.#ended(runner);
  }

  async #relaunch(): Promise<void> {
    this.#heartbeat.stop();
    while (!this.#isStopped) {
      await pause(relaunchMs);
      await this.#recover();
      try {
        if (!this.#isStopped) this.#watch(await this.#launch());
        return;
      } catch (error) {
        this.#options.log.warn({ err: error }, "couldn't restart the job queue yet");
      }
    }
  }

  async #recover(): Promise<void> {
    const { db, log } = this.#options;
    try {
      const pools = await db.transaction(releaseJobsOfDeadWorkers);
      if (pools.length > 0) log.info({ pools }, 'took over the jobs of a process that died');
      const lost = (await this.#lostJobs?.release(db.kysely)) ?? [];
      if (lost.length > 0) log.info({ jobs: lost }, 'released jobs whose handing over was lost with the connection');
    } catch (error) {
      log.warn({ err: error }, "couldn't look for jobs that nobody runs");
    }
  }
}

/** graphile-worker's own messages, one level lower than it reports them: what matters is logged above. */
function graphileLogger(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    if (level === 'error' && !('failure' in meta)) log.error({ ...scope }, message);
    // It warns of fewer connections than workers. Ours wait for programs and other servers more than for the database.
    else if (level === 'warning' && !('concurrency' in meta)) log.warn({ ...scope }, message);
    else log.debug({ ...scope }, message);
  });
}
