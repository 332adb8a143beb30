import { discardPostsOf, hideFilesOf } from '#features/posts/public.ts';
import type { Platform } from '#platform/platform.ts';
import { findCommunityById } from './communities.queries.ts';
import { announceAccess, announceChange, announceDeleted } from './communities.realtime.ts';
import { markMemberships } from './communities.service.ts';
import { hidePictures } from './settings.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** After an account was deleted: its id, the communities it left, and the new admin of each. */
    'communities.announce': {
      /** Missing in jobs queued by an earlier version. */
      userId?: string;
      communities: { id: string; handle: string; heirs: string[] }[];
    };
    /** Deletes the posts of a deleted community: there may be very many. */
    'communities.remove-posts': { communityId: string };
    /** Takes a person who left out of the member counts, or back in after they returned. */
    'communities.mark-member': { userId: string };
    /** Moves the files of a community that became private to new paths. */
    'communities.hide-files': { communityId: string };
    /** Moves pictures of private communities that an earlier version stored as public to new paths. */
    'communities.hide-pictures': Record<string, never>;
  }
}

export function defineCommunitiesJobs(platform: Platform): void {
  platform.jobs.define('communities.mark-member', ({ userId }) => markMemberships(platform, userId));
  platform.jobs.define('communities.remove-posts', ({ communityId }) => discardPostsOf(platform, communityId));
  platform.jobs.define(
    'communities.hide-files',
    async ({ communityId }) => {
      // It may have become public again by now.
      const community = await findCommunityById(platform.db.kysely, communityId);
      if (community?.visibility === 'private') await hideFilesOf(platform, communityId);
    },
    { isYielding: true },
  );
  platform.jobs.define('communities.hide-pictures', () => hidePictures(platform), { every: '* * * * *' });
  platform.jobs.define('communities.announce', async ({ userId: deleted, communities }) => {
    for (const community of communities) {
      if (deleted !== undefined) announceDeleted(platform, community.id, deleted);
      announceChange(platform, community, 'members');
      for (const userId of community.heirs) announceAccess(platform, community, userId);
    }
  });
}
