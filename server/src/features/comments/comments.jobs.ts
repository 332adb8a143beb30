import type { Platform } from '#platform/platform.ts';
import { markComments } from './comments.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Takes the comments of somebody who left out of the counts, or into them again once they're back. */
    'comments.mark': { userId: string };
  }
}

export function defineCommentsJobs(platform: Platform): void {
  platform.jobs.define('comments.mark', ({ userId }) => markComments(platform, userId));
}
