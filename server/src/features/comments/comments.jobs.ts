import type { Platform } from '#platform/platform.ts';
import { markComments } from './comments.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Takes the comments of a person who left out of the counts, or back in after they returned. */
    'comments.mark': { userId: string };
  }
}

export function defineCommentsJobs(platform: Platform): void {
  platform.jobs.define('comments.mark', ({ userId }) => markComments(platform, userId));
}
