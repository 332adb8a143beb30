import { isAway } from '#features/accounts/public.ts';
import { notApart, notMutedOrApart } from '#features/relations/public.ts';
import { isOnTeam } from '#features/site/public.ts';
import { isBannedFrom, isPlaceOpenTo, seesEverybody } from './places.access.ts';

/** Whether a viewer moderates the community that a post is in: a condition. */
export const isCommunityModeratedBy = (posts: string, viewerId: string): string =>
  `(${posts}.community_id is not null and ${seesEverybody(`${posts}.community_id`, viewerId)})`;

/** Whether a viewer moderates a post: as one of the site's team, or its community's. A condition on a row of posts and an id. */
export const isModeratedBy = (posts: string, viewerId: string): string =>
  `(${isOnTeam(viewerId)} or ${isCommunityModeratedBy(posts, viewerId)})`;

/** A removed post is there only for its author and moderators: `seesRemovedPost` from the rules. */
const removalIsOpenTo = (posts: string, viewerId: string): string =>
  `(${posts}.removal is null or ${posts}.author_id = ${viewerId} or ${isModeratedBy(posts, viewerId)})`;

/** Whether neither a viewer nor the author of a post has blocked the other. */
export const isNotBlocked = (posts: string, viewerId: string): string => notApart(viewerId, `${posts}.author_id`);

/**
 * What decides whether a viewer sees a post, as conditions on a row of posts and an id. Add conditions here; every list, count and
 * single read of posts follows, and so do the explanations of why somebody doesn't see one.
 */
export const postGates = (posts: string, viewerId: string) => ({
  isShown: removalIsOpenTo(posts, viewerId),
  isInOpenPlace: `(${posts}.community_id is null
    or ${isPlaceOpenTo(`${posts}.community_id`, viewerId)})`,
  // A community's screens show everybody to those who moderate it.
  isNotApart: `(${isNotBlocked(posts, viewerId)} or ${isCommunityModeratedBy(posts, viewerId)})`,
  // Not even those who moderate: there's nobody to moderate while they're away.
  isAuthorHere: `not ${isAway(`${posts}.author_id`)}`,
});

/** Whether a viewer sees a post, apart from blocks and mutes: what the post itself, its author and its community allow. */
const isOpenTo = (posts: string, viewerId: string): string => {
  const { isShown, isInOpenPlace, isAuthorHere } = postGates(posts, viewerId);
  return `(${isShown} and ${isInOpenPlace} and ${isAuthorHere})`;
};

/** The columns of posts that the conditions below need. */
export const accessColumns = (posts: string): string =>
  `${posts}.id, ${posts}.author_id, ${posts}.removal, ${posts}.community_id`;

/** Whether a viewer sees a post: a condition on a row of posts and an id. */
export const postVisibleTo = (posts: string, viewerId: string): string =>
  `(${isOpenTo(posts, viewerId)} and ${postGates(posts, viewerId).isNotApart})`;

/** Whether somebody isn't banned from the community that a post is in. */
export const isNotBanned = (posts: string, userId: string): string =>
  `(${posts}.community_id is null or not ${isBannedFrom(`${posts}.community_id`, userId)})`;

/** Whether somebody may vote and comment on a post: `obstaclesToResponding` from the rules. */
export const mayRespondTo = (posts: string, userId: string): string =>
  `(${isOpenTo(posts, userId)} and ${isNotBlocked(posts, userId)} and ${isNotBanned(posts, userId)})`;

/** How many of an author's posts are in communities that a viewer doesn't see: an expression. */
export const hiddenPostCount = (authorId: string, viewerId: string): string =>
  `coalesce((
    select sum(hidden.post_count)::int from community_post_counts hidden
    where hidden.user_id = ${authorId} and not ${isPlaceOpenTo('hidden.community_id', viewerId)}
  ), 0)`;

/** Whether a post is for feeds at all: what somebody brought along from another site isn't. The indexes `posts_in_feeds…` have this condition. */
export const isForFeeds = (posts: string): string => `${posts}.imported_created_at is null`;

/** Whether a viewer sees a post where one in their feed quotes it: nothing of people they muted. */
export const postQuotedInFeedOf = (posts: string, viewerId: string): string =>
  `(${isOpenTo(posts, viewerId)} and ${notMutedOrApart(viewerId, `${posts}.author_id`)})`;

/** Whether it's also in the viewer's feed. */
export const postInFeedOf = (posts: string, viewerId: string): string =>
  `(${isForFeeds(posts)} and ${postQuotedInFeedOf(posts, viewerId)})`;

/** The same for the list of a community's posts, which shows everybody to those who moderate it. */
export const postInCommunityOf = (posts: string, viewerId: string): string =>
  `(${isForFeeds(posts)} and ${isOpenTo(posts, viewerId)}
    and (${notMutedOrApart(viewerId, `${posts}.author_id`)} or ${isCommunityModeratedBy(posts, viewerId)}))`;

/**
 * Whether a person may delete a post as it is: `mayDeleteNow` from the rules, as a condition on a row of posts and an id.
 */
export const mayDelete = (posts: string, userId: string): string =>
  `(${posts}.author_id = ${userId} or (${posts}.removal is null and ${isCommunityModeratedBy(posts, userId)}))`;

/** Whether somebody who sees a post may change it: `obstaclesToEditing` from the rules, and not banned. */
export const mayEdit = (posts: string, userId: string): string =>
  `(${posts}.author_id = ${userId} and ${posts}.removal is null and ${isNotBanned(posts, userId)})`;

/**
 * The contract's `files` for a viewer, as json: `filesForViewer` from the rules. Files are stored as others see them, so only an author's
 * are rewritten.
 */
export const filesFor = (posts: string, viewerId: string): string =>
  `case when ${posts}.author_id = ${viewerId} and strpos(${posts}.files::text, '"state":"processing"') > 0 then
     files_for_author(${posts}.files)
   else ${posts}.files end`;
