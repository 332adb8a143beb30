import { visibleTo } from '#features/relations/public.ts';
import { isOnTeam } from '#features/site/public.ts';

/**
 * Whether a viewer who sees the post sees a comment on it: its author and the viewer haven't blocked each other, and it wasn't removed or
 * the viewer is its author or in the site's team. A condition on a row of comments and an id. Add conditions here; every list and count of comments follows.
 */
export const commentVisibleTo = (comments: string, viewerId: string): string =>
  `((${comments}.removal is null or ${comments}.author_id = ${viewerId} or ${isOnTeam(viewerId)})
    and ${visibleTo(viewerId, `${comments}.author_id`)})`;
