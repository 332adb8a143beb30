import { indexSoon, type Searchable } from '#features/rich-text/public.ts';
import type { Platform } from '#platform/platform.ts';
import { fillIndex, indexWaiting } from './index.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Indexes texts from before the index. */
    'search.fill': Record<string, never>;
  }
}

export function defineSearchJobs(platform: Platform, searchables: readonly Searchable[]): void {
  const { jobs } = platform;
  // Woken whenever something is written. The schedule catches texts of a process that was killed before it could.
  jobs.define(
    'search.index',
    async (_, context) => {
      // The process that's indexing may have looked before the last text was stored.
      if (!(await indexWaiting(platform, searchables, context))) indexSoon(platform);
    },
    { every: '* * * * *', isYielding: true },
  );
  jobs.define('search.fill', (_, context) => fillIndex(platform, searchables, context), {
    every: '* * * * *',
    isYielding: true,
  });
}
