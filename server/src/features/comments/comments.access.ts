import { visibleTo } from '#features/relations/public.ts';

/**
 * Whether a viewer who sees the post sees a comment on it: its author and the viewer haven't blocked each other. A condition on a row of
 * comments and an id. Add conditions here; every list and count of comments follows.
 */
export const commentVisibleTo = (comments: string, viewerId: string): string =>
  visibleTo(viewerId, `${comments}.author_id`);
