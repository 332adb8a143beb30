import type { Platform } from '#platform/platform.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Indexes texts that were written, changed or deleted; the search defines the job. */
    'search.index': Record<string, never>;
  }
}

/** Queues the indexing of what was just written. Call it after the commit. */
export const indexSoon = ({ jobs }: Pick<Platform, 'jobs'>): void => jobs.wake('search.index');
