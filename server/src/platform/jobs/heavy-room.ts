import { EventEmitter } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Worker, WorkerEvents } from 'graphile-worker';

/** CPU-heavy work by kind; the kind that people wait for comes first. */
export const heavyKinds = ['pictures', 'videos'] as const;
export type HeavyKind = (typeof heavyKinds)[number];

/** Kinds with a limit on running jobs per process. Pushes mostly wait for servers that people choose. */
export const limitedKinds = [...heavyKinds, 'pushes'] as const;
export type LimitedKind = (typeof limitedKinds)[number];

const heavyConcurrency = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));
/** How many jobs of a kind run at a time in a process. */
export const mostAtOnce: Readonly<Record<LimitedKind, number>> = {
  pictures: heavyConcurrency,
  videos: heavyConcurrency,
  pushes: 4,
};
/** How many jobs that wait for other servers may run at the same time, in all processes together. */
export const waitingQueues = 2;
/** Lines, of which each runs one job at a time, in all processes together: for jobs that may take hours. */
export const lines = ['exports', 'imports', 'conversions'] as const;
export type Line = (typeof lines)[number];
/** The number of workers: two more than the limited kinds and lines can occupy, for everything else. */
export const concurrency =
  limitedKinds.reduce((sum, kind) => sum + mostAtOnce[kind], 0) + waitingQueues + lines.length + 2;

/**
 * Several of a process's workers ask for a job at the same time. A worker that may return with a job of a limited kind counts as having one until
 * it's known what it got; otherwise all of them would find room when there's room for one.
 * @param left how many more jobs of a kind may run now
 */
export function createHeavyRoom(left: (kind: LimitedKind) => number) {
  const holders = new Map<Worker, LimitedKind[]>();
  /** Kinds that a worker was refused only because another one was asking at the same time. */
  const refused = new Set<LimitedKind>();
  let granted: LimitedKind[] = [];
  /** Called after `forbiddenFlags` in the same turn; identifies the worker that asked. */
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
  const heldOf = (kind: LimitedKind) => [...holders.values()].filter((kinds) => kinds.includes(kind)).length;
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:getJob:start', ({ worker }) => hold(worker));
  // The refused job may have been added while both were asking, and no one else would look for it before the next poll. Only one worker
  // looks again; if both did, they'd refuse each other forever.
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
      const free = limitedKinds.filter((kind) => left(kind) > 0);
      granted = free.filter((kind) => left(kind) > heldOf(kind));
      for (const kind of free) if (!granted.includes(kind)) refused.add(kind);
      return limitedKinds.filter((kind) => !granted.includes(kind));
    },
  };
}

/** Makes a worker look for a job. graphile-worker throws if the worker is stopping, and then there's nothing to look for. */
function unlessEnding(nudge: () => void): void {
  try {
    nudge();
  } catch {
    return;
  }
}
