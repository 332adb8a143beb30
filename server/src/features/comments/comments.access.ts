import { isCommunityModeratedBy, isModeratedBy } from '#features/posts/public.ts';
import { visibleTo } from '#features/relations/public.ts';

/**
 * What decides whether a viewer who sees the post sees a comment on it, as conditions on a row of comments and an id: it wasn't removed, or
 * the viewer is its author or moderates the post, and its author and the viewer haven't blocked each other. Add conditions here; every list
 * and count of comments follows, and so do the explanations.
 */
export const commentGates = (comments: string, viewerId: string) => ({
  isShown: `(${comments}.removal is null or ${comments}.author_id = ${viewerId} or exists (
    select from posts place where place.id = ${comments}.post_id and ${isModeratedBy('place', viewerId)}))`,
  // A community's screens show everybody to those who moderate it.
  isNotApart: `(${visibleTo(viewerId, `${comments}.author_id`)} or exists (
    select from posts place where place.id = ${comments}.post_id and ${isCommunityModeratedBy('place', viewerId)}))`,
});

/** Whether a viewer who sees the post sees a comment on it. */
export const commentVisibleTo = (comments: string, viewerId: string): string => {
  const { isShown, isNotApart } = commentGates(comments, viewerId);
  return `(${isShown}
    and ${isNotApart})`;
};
