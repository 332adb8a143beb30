import type { Platform } from '#platform/platform.ts';
import { announceAccess, announceChange } from './communities.realtime.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** After an account was deleted: the communities that it left, and who became admin of each. */
    'communities.announce': { communities: { id: string; handle: string; heirs: string[] }[] };
  }
}

export function defineCommunitiesJobs(platform: Platform): void {
  platform.jobs.define('communities.announce', async ({ communities }) => {
    for (const community of communities) {
      announceChange(platform, community, 'members');
      for (const userId of community.heirs) announceAccess(platform, community, userId);
    }
  });
}
