import type { Platform } from '#platform/platform.ts';
import { endFollowsOf } from './follows.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Ends the follows of a deleted account, both ways: there may be very many. */
    'relations.end-follows': { userId: string };
  }
}

export function defineRelationsJobs(platform: Platform): void {
  platform.jobs.define('relations.end-follows', ({ userId }) => endFollowsOf(platform, userId));
}
