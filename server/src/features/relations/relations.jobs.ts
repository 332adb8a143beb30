import type { Platform } from '#platform/platform.ts';
import { endFollowsOf, markFollows } from './follows.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Ends the follows of a deleted account, in both directions: there may be very many. */
    'relations.end-follows': { userId: string };
    /** Takes the follows of a person who left out of the counts, or back in after they returned. */
    'relations.mark-follows': { userId: string };
  }
}

export function defineRelationsJobs(platform: Platform): void {
  platform.jobs.define('relations.end-follows', ({ userId }) => endFollowsOf(platform, userId));
  platform.jobs.define('relations.mark-follows', ({ userId }) => markFollows(platform, userId));
}
