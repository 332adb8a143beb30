import type { Platform } from '#platform/platform.ts';
import type { PostCommunities } from './post-communities.service.ts';
import { publishScheduled } from './scheduled.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Publishes a scheduled post. */
    'posts.publish': { draftId: string };
  }
}

export function definePostsJobs(platform: Platform, communities: PostCommunities): void {
  platform.jobs.define('posts.publish', ({ draftId }) => publishScheduled(platform, communities, draftId));
}
