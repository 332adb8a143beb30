import { namesOfCommunities } from '#features/communities/communities.queries.ts';
import { communitiesOfPosts } from '#features/communities/posts.service.ts';
import { listLargestPeople, sumMediaBytes } from '#features/media/media.queries.ts';
import { attachMedia, cancelMedia, discardMediaByPath, receiveMedia } from '#features/media/public.ts';
import { countWaiting } from '#features/moderation/waiting.service.ts';
import { countPosts } from '#features/posts/figures.queries.ts';
import { isPostForEverybody, isTextBy, namesOfPosts } from '#features/posts/posts.queries.ts';
import { createPost, deletePost } from '#features/posts/posts.service.ts';
import type { FigureSources } from '#features/site/figures.service.ts';
import type { SitePorts } from '#features/site/site.routes.ts';
import { examineRunning } from '#operations/doctor/doctor.ts';
import type { Platform } from '#platform/platform.ts';

/** What the site needs from other features. */
export const sitePorts = (platform: Platform): SitePorts => ({
  logos: {
    receive: (part, ownerId) => receiveMedia(platform, part, { ownerId, purpose: 'profile' }),
    attach: (tx, ids) => attachMedia(platform, tx, ids),
    discard: (tx, paths) => discardMediaByPath(platform, tx, paths),
    cancel: (ids) => cancelMedia(platform, ids),
  },
  posts: {
    isForEverybody: isPostForEverybody,
    isTextBy,
    make: async (session, content) => {
      const call = { session, attempt: () => undefined };
      return (await createPost(platform, communitiesOfPosts, call, async () => ({ content }))).id;
    },
    discard: (session, postId) => deletePost(platform, session, postId),
  },
  names: { post: namesOfPosts, community: namesOfCommunities },
  countWaiting,
  listLargest: listLargestPeople,
});

/** The sources of the figures in the team's overview. */
export const figureSources = ({ config }: Platform): FigureSources => ({
  countPosts,
  sumMediaBytes,
  examine: () => examineRunning(config),
});
