import { type ParsedCronItem, parseCronItems, type TaskList } from 'graphile-worker';
import type { Database, Db } from '#platform/database/database.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { DiskWatch } from '#platform/storage/disk-watch.ts';
import type { Carrier, Tracing } from '#platform/tracing/tracing.ts';
import { type HeavyKind, heavyKinds, type LimitedKind, type Line, mostAtOnce, waitingQueues } from './heavy-room.ts';
import { countOpenJobs, insertJob, type NewJob, readQueue, selectFirstPriority } from './jobs.queries.ts';
import { installJobs, JobRunner } from './runner.ts';
import { createWaking } from './waking.ts';

export type { HeavyKind } from './heavy-room.ts';
export { installJobs } from './runner.ts';

/** Job names and payloads (JSON); each feature adds its own by module augmentation. */
export interface JobMap {}

/** The number of turns for each kind of heavy work; anything later gets the last one. */
const turnsOfKind = 16_000;
/** Lower runs first: light work, low-priority light work, then heavy work. */
const lightPriority = 0;
const yieldingPriority = 1;
const firstPriority = (kind: HeavyKind) => 2 + heavyKinds.indexOf(kind) * turnsOfKind;
const lastPriority = 2 + heavyKinds.length * turnsOfKind;
const priorityOf = (kind: HeavyKind, { turn = 0, isLast = false }: AddOptions) =>
  isLast ? lastPriority : firstPriority(kind) + Math.min(turn, turnsOfKind - 1);

export interface JobContext {
  /** 1 on the first run. */
  attempt: number;
  /** Whether this is the last attempt. */
  last: boolean;
  /** Fires when the server is stopping and has waited long enough: give up, and the job runs again after the next start. */
  signal: AbortSignal;
}

export interface JobOptions {
  /** How often a job is attempted before it's given up; the backoff grows from seconds to hours (graphile-worker: `exp(attempt)` s). */
  maxAttempts?: number;
  /**
   * Keeps a processor busy: only half as many of each kind as there are cores, and at most 4, run at the same time in a process, so
   * that no other kind waits for it.
   */
  heavy?: HeavyKind;
  /** Light work, or work of a line, which runs in the order of this kind's turns. */
  inTurnsOf?: HeavyKind;
  /** Waits for push services, which people choose: only a few run at the same time in a process, so that nothing else waits for them. */
  isPush?: boolean;
  /** Light work that may come in great numbers: mails and all other light work go first. */
  isYielding?: boolean;
  /** Also runs on a schedule: a crontab pattern in UTC. The payload is then `{}` plus whatever cron adds. */
  every?: string;
}

export interface AddOptions {
  /** Doesn't run before this time. */
  runAt?: Date;
  /** Replaces a job with the same key that hasn't started. */
  key?: string;
  /** If it replaces another job, it runs at that one's time. */
  keepsTime?: boolean;
  /** Heavy work of the same kind runs in the order of its turns (`nextTurn`); 0 by default. */
  turn?: number;
  /** Heavy work that no one is waiting for: it runs after all turns of all kinds. */
  isLast?: boolean;
  /**
   * The person (by id) for whom it mostly waits for other servers. Only a few such jobs run at the same time, and only one per person, so
   * that nothing else waits for servers that people choose.
   */
  waitsFor?: string;
  /** The line for a job that may run for hours: only one job of a line runs at a time. */
  line?: Line;
}

/**
 * There's a fixed, small number of these, because each stays in the database; so a person is assigned one of them, and has none of their
 * own.
 */
const waitingQueueOf = (personId: string) => `waiting-${Number.parseInt(personId.slice(-4), 16) % waitingQueues}`;

/**
 * Background work, in the same database, enqueued in the same transaction. A job may run twice (after a crash), and must be able to
 * handle that.
 */
export interface Jobs {
  /** Before `start`. */
  define<N extends keyof JobMap>(
    name: N,
    handler: (payload: JobMap[N], context: JobContext) => Promise<void>,
    options?: JobOptions,
  ): void;
  /** Enqueues in the caller's transaction. */
  add<N extends keyof JobMap>(tx: Db, name: N, payload: JobMap[N], options?: AddOptions): Promise<void>;
  /**
   * Queues a job that finds its work in the database by itself: one for all requests within a moment, which gets longer if the job takes
   * long. Called after the commit, and lost if the process dies right then, so such a job also has a schedule (`every`).
   */
  wake<N extends keyof JobMap>(name: Record<string, never> extends JobMap[N] ? N : never): void;
  /** The current turn for a kind of heavy work: the lowest one that's waiting; 0 if none is. */
  nextTurn(tx: Db, kind: HeavyKind): Promise<number>;
  /** Prepares what `add` needs; for a process that leaves the work to others. */
  prepare(): Promise<void>;
  /** Starts working, first on jobs of processes that died. */
  start(): Promise<void>;
  /** Stops taking work and waits for what's running; anything that doesn't finish within a few seconds is asked to stop. */
  stop(): Promise<void>;
  /** For tests: resolves when no job is due or running. */
  idle(): Promise<void>;
}

interface Definition {
  handler: (payload: never, context: JobContext) => Promise<void>;
  options: JobOptions;
}

const defaultAttempts = 10;

const crontab = (definitions: ReadonlyMap<string, Definition>): ParsedCronItem[] =>
  parseCronItems(
    [...definitions].flatMap(([task, { options }]) =>
      options.every === undefined ? [] : [{ task, match: options.every, identifier: task }],
    ),
  );

const kindOf = (options: JobOptions | undefined): LimitedKind | undefined =>
  options?.isPush ? 'pushes' : options?.heavy;

/** A job as it's stored. */
function newJob(name: string, payload: object, defined: JobOptions = {}, given: AddOptions = {}): NewJob {
  const kind = kindOf(defined);
  const lightly = defined.isYielding ? yieldingPriority : lightPriority;
  const turnsOf = defined.heavy ?? defined.inTurnsOf;
  return {
    name,
    payload: JSON.stringify(payload),
    runAt: given.runAt ?? null,
    maxAttempts: defined.maxAttempts ?? defaultAttempts,
    key: given.key ?? null,
    keepsTime: given.keepsTime === true,
    flags: kind ? [kind] : null,
    priority: turnsOf ? priorityOf(turnsOf, given) : lightly,
    queue: given.waitsFor === undefined ? (given.line ?? null) : waitingQueueOf(given.waitsFor),
  };
}

/** Counts the jobs of each kind that run in this process. */
function countRunning(disk: Pick<DiskWatch, 'state'> | undefined) {
  const running = new Map<LimitedKind, number>();
  return {
    /** How many more of a kind may run now. */
    left: (kind: LimitedKind) =>
      disk?.state === 'full' && kind !== 'pushes' ? 0 : mostAtOnce[kind] - (running.get(kind) ?? 0),
    count(kind: LimitedKind | undefined, change: 1 | -1) {
      if (kind) running.set(kind, (running.get(kind) ?? 0) + change);
    },
  };
}

/** The queue: graphile-worker in this process. Nothing runs until `start`. */
export function createJobs(options: {
  db: Database;
  log: Log;
  metrics: Metrics;
  tracing?: Tracing | undefined;
  /** While the disk is full, heavy work waits because it creates files. Jobs that remove files keep running. */
  disk?: Pick<DiskWatch, 'state'>;
  /** How often to look for jobs that are locked but that nobody runs, in milliseconds. */
  recoveryMs?: number;
}): Jobs {
  const { db, log, metrics, tracing, disk, recoveryMs } = options;
  metrics.jobQueue(() => readQueue(db.kysely));
  const definitions = new Map<string, Definition>();
  const { left, count } = countRunning(disk);
  const runner = new JobRunner({ db, log, left, recoveryMs });
  const waking = createWaking(
    (name) => jobs.add(db.kysely, name as keyof JobMap, {} as never, { key: `wake ${name}` }),
    log,
  );

  const runOne = async (name: string, { handler, options }: Definition, payload: never, context: JobContext) => {
    const stopTimer = metrics.jobDuration.startTimer({ job: name });
    const startedAt = performance.now();
    count(kindOf(options), 1);
    try {
      await (tracing ? traced(tracing, name, handler)(payload, context) : handler(payload, context));
      stopTimer({ outcome: 'done' });
    } catch (error) {
      stopTimer({ outcome: 'failed' });
      const details = { err: error, job: name, attempt: context.attempt, last: context.last };
      // Told to give up because the server is stopping.
      if (context.signal.aborted) log.info(details, 'job interrupted; it runs again after the next start');
      else log.error(details, 'job failed');
      throw error;
    } finally {
      count(kindOf(options), -1);
      waking.ran(name, performance.now() - startedAt);
    }
  };

  const tasks = (): TaskList => {
    const list: TaskList = {};
    for (const [name, definition] of definitions) {
      list[name] = async (payload, { job, abortSignal }) => {
        const context = { attempt: job.attempts, last: job.attempts >= job.max_attempts, signal: abortSignal };
        await runOne(name, definition, payload as never, context);
      };
    }
    return list;
  };

  const jobs: Jobs = {
    define(name, handler, options = {}) {
      definitions.set(name, { handler, options });
    },
    async add(tx, name, payload, options = {}) {
      const carried = tracing ? { ...payload, [carrierKey]: tracing.carrier() } : payload;
      await insertJob(tx, newJob(name, carried, definitions.get(name)?.options, options));
    },
    wake: (name) => waking.wake(name),
    async nextTurn(tx, kind) {
      const first = firstPriority(kind);
      return ((await selectFirstPriority(tx, first, first + turnsOfKind - 1)) ?? first) - first;
    },
    prepare: () => installJobs(db, log),
    start: () => runner.start(tasks(), crontab(definitions)),
    async stop() {
      await waking.flush();
      await runner.stop();
    },
    async idle() {
      for (;;) {
        await waking.flush();
        if ((await countOpenJobs(db.kysely)) === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
  };
  return jobs;
}

/** The field of a job's payload that holds the trace it was enqueued in. */
const carrierKey = '$trace';

/** The job as a span of the trace it was enqueued in. */
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
