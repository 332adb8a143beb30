import { EventEmitter } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Worker, WorkerEvents } from 'graphile-worker';

/** Work that keeps a processor busy, by kind: what people wait for comes first. */
export const heavyKinds = ['pictures', 'videos'] as const;
export type HeavyKind = (typeof heavyKinds)[number];

export const heavyAtOnce = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));
/** Two more than heavy work can take up, for everything else. */
export const concurrency = heavyKinds.length * heavyAtOnce + 2;

/**
 * Several workers of a process ask for a job at the same time. Who may bring a heavy one counts as if it had, until it is known
 * what it brought: else all of them would find room where there is room for one.
 * @param left how many more heavy jobs of a kind may run now
 */
export function createHeavyRoom(left: (kind: HeavyKind) => number) {
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
    if (release(worker)) setImmediate(() => unlessEnding(() => worker.workerPool.nudge(1)));
  });
  events.on('worker:getJob:empty', ({ worker }) => {
    if (release(worker)) unlessEnding(() => worker.nudge());
  });
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

/** Has a worker look for a job. graphile-worker throws when the worker is ending, and there's nothing to look for then. */
function unlessEnding(nudge: () => void): void {
  try {
    nudge();
  } catch {
    return;
  }
}
