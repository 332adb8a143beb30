import type { Platform } from '#platform/platform.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Indexes what was written, changed or deleted; the search defines it. */
    'search.index': Record<string, never>;
  }
}

/** Has what was just written found soon. After the commit. */
export const indexSoon = ({ jobs }: Pick<Platform, 'jobs'>): void => jobs.wake('search.index');
