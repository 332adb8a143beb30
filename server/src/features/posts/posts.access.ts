import { inFeedOf, visibleTo } from '#features/relations/public.ts';
import { isOnTeam } from '#features/site/public.ts';

/**
 * Whether a viewer sees a post, apart from who wrote it: what the place and the post itself allow. A removed post is there only for its
 * author and the site's team (`seesRemovedPost` in the rules). Add conditions here; every list,
 * count and single read of posts follows.
 */
const isOpenTo = (posts: string, viewerId: string): string =>
  `(${posts}.removal is null or ${posts}.author_id = ${viewerId} or ${isOnTeam(viewerId)})`;

/** The columns of posts that the conditions below need. */
export const accessColumns = (posts: string): string => `${posts}.id, ${posts}.author_id, ${posts}.removal`;

/** Whether a viewer sees a post: a condition on a row of posts and an id. */
export const postVisibleTo = (posts: string, viewerId: string): string =>
  `(${isOpenTo(posts, viewerId)} and ${visibleTo(viewerId, `${posts}.author_id`)})`;

/** Whether it's also in the viewer's feed, which has nothing of people they muted. */
export const postInFeedOf = (posts: string, viewerId: string): string =>
  `(${isOpenTo(posts, viewerId)} and ${inFeedOf(viewerId, `${posts}.author_id`)})`;

/** Only its author may delete a post: `mayDeletePost` from the rules, as a condition on a row of posts and an id. */
export const mayDelete = (posts: string, userId: string): string => `${posts}.author_id = ${userId}`;

/**
 * The contract's `files` for a viewer, as json: `filesForViewer` from the rules. Files are stored as others see them, so only an author's
 * are rewritten.
 */
export const filesFor = (posts: string, viewerId: string): string =>
  `case when ${posts}.author_id = ${viewerId} and strpos(${posts}.files::text, '"state":"processing"') > 0 then
     (select json_agg(case when given.file ->> 'state' = 'processing'
          then given.file::jsonb || '{"is_nsfw":false}' else given.file::jsonb end order by given.place)
      from json_array_elements(${posts}.files) with ordinality as given (file, place))
   else ${posts}.files end`;
