import type { Worker, WorkerEvents } from 'graphile-worker';
import type { Db } from '#platform/database/database.ts';
import { type LockedJob, releaseJobs, selectLockedBy } from './jobs.queries.ts';

export interface LostJobs {
  /**
   * Releases jobs that are locked by this process's living pool, but that none of its workers has: the connection was lost while the
   * database handed the job over. Without this they'd stay locked for four hours.
   * @returns their ids
   */
  release(db: Db): Promise<number[]>;
  /** Whether the pool has had no workers since the previous call: it's over. */
  hasNoWorkers(): boolean;
}

/** A job counts as lost if two checks in a row find it so: one that's just being handed over or completed soon changes. */
export function createLostJobs(events: WorkerEvents): LostJobs {
  const workers = new Set<Worker>();
  let suspects = new Set<string>();
  let wasEmpty = false;
  const nameOf = ({ id, lockedAt }: LockedJob) => `${id} ${lockedAt}`;
  events.on('worker:create', ({ worker }) => workers.add(worker));
  events.on('worker:stop', ({ worker }) => workers.delete(worker));
  return {
    async release(db) {
      const [worker] = workers;
      if (!worker) return [];
      const locked = await selectLockedBy(db, worker.workerPool.id);
      const running = new Set([...workers].map((one) => String(one.getActiveJob()?.id)));
      const idle = locked.filter(({ id }) => !running.has(String(id)));
      const lost = idle.filter((job) => suspects.has(nameOf(job))).map(({ id }) => id);
      suspects = new Set(idle.map(nameOf));
      if (lost.length > 0) await releaseJobs(db, lost, worker.workerPool.id);
      return lost;
    },
    hasNoWorkers() {
      const isOver = wasEmpty && workers.size === 0;
      wasEmpty = workers.size === 0;
      return isOver;
    },
  };
}
