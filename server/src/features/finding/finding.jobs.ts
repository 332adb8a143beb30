import type { Searchable } from '#features/texts/public.ts';
import type { Platform } from '#platform/platform.ts';
import { fillIndex, indexWaiting } from './index.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Indexes what was there before the index was. */
    'search.fill': Record<string, never>;
  }
}

export function defineFindingJobs(platform: Platform, searchables: readonly Searchable[]): void {
  const { jobs } = platform;
  // Woken whenever something is written. The schedule is for what a process wrote that was killed before it could.
  jobs.define('search.index', (_, context) => indexWaiting(platform, searchables, context), { every: '* * * * *' });
  jobs.define('search.fill', (_, context) => fillIndex(platform, searchables, context), {
    every: '* * * * *',
    isYielding: true,
  });
}
