import type { Db } from '#platform/database/database.ts';
import type { AddOptions, JobContext, Jobs } from '#platform/jobs/jobs.ts';
import { deferredTask } from './deferred.queries.ts';

/** Names and payloads (JSON) of deferred events; each feature adds its own by module augmentation. */
export interface DeferredEventMap {}

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    [task: `deferred.${string}`]: { events: readonly unknown[] };
  }
}

type Handler<N extends keyof DeferredEventMap> = (
  payloads: readonly DeferredEventMap[N][],
  context: JobContext,
) => Promise<void>;

/**
 * Typed events that are handled after the commit, in a job: for effects that nobody waits for, however many people they concern. Each is
 * handled at least once and retried with a backoff, so handlers must be idempotent, and read again what may have changed since. A statement
 * that stores several things at once enqueues its events itself: `deferredIn` in `deferred.queries.ts`.
 */
export interface DeferredEvents {
  /** Before the jobs start. Several handlers of an event run one after another, all of them again if one fails. */
  on<N extends keyof DeferredEventMap>(name: N, handler: Handler<N>): void;
  /** Enqueues in the caller's transaction: they're handled if and only if it's stored. */
  emit<N extends keyof DeferredEventMap>(
    tx: Db,
    name: N,
    payloads: readonly DeferredEventMap[N][],
    options?: EmitOptions,
  ): Promise<void>;
  /** Has events handled right now, for a job that found them in the database and is retried like any other. */
  handle<N extends keyof DeferredEventMap>(
    name: N,
    payloads: readonly DeferredEventMap[N][],
    context: JobContext,
  ): Promise<void>;
}

export interface EmitOptions extends Pick<AddOptions, 'runAt' | 'key' | 'waitsFor'> {
  /**
   * For events that affect few people, and whose effect the caller sees next: they're also handled after the commit, before the call is
   * answered. If that fails, the job handles them.
   */
  afterCommit?: (effect: () => Promise<unknown>) => unknown;
}

/** The most events a job handles. */
const maxBatchSize = 500;

/** @see DeferredEvents */
export function createDeferredEvents(jobs: Pick<Jobs, 'define' | 'add'>): DeferredEvents {
  const handlers = new Map<string, Handler<never>[]>();
  const handle = async (name: string, payloads: readonly unknown[], context: JobContext) => {
    for (const each of handlers.get(name) ?? []) await each(payloads as never, context);
  };
  return {
    on(name, handler) {
      const known = handlers.get(name);
      if (known) {
        known.push(handler as Handler<never>);
        return;
      }
      handlers.set(name, [handler as Handler<never>]);
      jobs.define(deferredTask(name), ({ events }, context) => handle(name, events, context));
    },
    handle,
    async emit(tx, name, payloads, { afterCommit, ...options } = {}) {
      if (!handlers.has(name)) return;
      const context = { attempt: 1, last: false, signal: new AbortController().signal };
      afterCommit?.(() => handle(name, payloads, context).catch(() => undefined));
      for (let start = 0; start < payloads.length; start += maxBatchSize) {
        await jobs.add(tx, deferredTask(name), { events: payloads.slice(start, start + maxBatchSize) }, options);
      }
    },
  };
}
