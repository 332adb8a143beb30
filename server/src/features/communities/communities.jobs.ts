import { discardPostsOf, hideFilesOf } from '#features/posts/public.ts';
import type { Platform } from '#platform/platform.ts';
import { findCommunityById } from './communities.queries.ts';
import { announceAccess, announceChange, announceDeleted } from './communities.realtime.ts';
import { markMemberships } from './communities.service.ts';
import { hidePictures } from './settings.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** After an account was deleted: whose it was, the communities it left, and who became admin of each. */
    'communities.announce': {
      /** Missing in jobs queued by an earlier version. */
      userId?: string;
      communities: { id: string; handle: string; heirs: string[] }[];
    };
    /** Deletes the posts of a deleted community: there may be very many. */
    'communities.remove-posts': { communityId: string };
    /** Takes somebody who left out of the counts of members, or into them again once they're back. */
    'communities.mark-member': { userId: string };
    /** Gives the files of a community that became private new paths. */
    'communities.hide-files': { communityId: string };
    /** Gives pictures of private communities that an earlier version stored for everybody new paths. */
    'communities.hide-pictures': Record<string, never>;
  }
}

export function defineCommunitiesJobs(platform: Platform): void {
  platform.jobs.define('communities.mark-member', ({ userId }) => markMemberships(platform, userId));
  platform.jobs.define('communities.remove-posts', ({ communityId }) => discardPostsOf(platform, communityId));
  platform.jobs.define(
    'communities.hide-files',
    async ({ communityId }) => {
      // It may be public again by now.
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
