import { isAwayText } from '#features/accounts/public.ts';
import { isCommunityModeratedByText, isModeratedByText, mayRespondToText } from '#features/posts/public.ts';
import { notApartText, visibleToText } from '#features/relations/public.ts';
import { standsAboveText } from '#features/site/public.ts';

/** The columns of comments that the conditions below need. */
export const accessColumns = (comments: string): string =>
  `${comments}.id, ${comments}.post_id, ${comments}.author_id, ${comments}.parent_id, ${comments}.removal, ${comments}.deleted`;

/** Whether a comment's author hasn't deactivated their account, and isn't deleting it. */
const isAuthorHere = (comments: string): string => `not ${isAwayText(`${comments}.author_id`)}`;

/** Whether a viewer is on the same side as the author: neither blocked the other. A community's screens show everybody to its moderators. */
const isNotApartFrom = (comments: string, viewerId: string): string =>
  `(${notApartText(viewerId, `${comments}.author_id`)} or exists (
    select from posts place where place.id = ${comments}.post_id and ${isCommunityModeratedByText('place', viewerId)}))`;

/**
 * What decides whether a viewer who sees the post sees a comment on it, as conditions on a row of comments and an id: it wasn't deleted or
 * removed, or the viewer is its author or moderates the post; its author and the viewer haven't blocked each other; and the same is true
 * of whoever began the thread. Add conditions here; every list and count of comments follows, and so do the explanations.
 */
export const commentGates = (comments: string, viewerId: string) => ({
  isShown: `(not ${comments}.deleted and (${comments}.removal is null or ${comments}.author_id = ${viewerId} or exists (
    select from posts place where place.id = ${comments}.post_id and ${isModeratedByText('place', viewerId)})))`,
  isNotApart: isNotApartFrom(comments, viewerId),
  isAuthorHere: isAuthorHere(comments),
  isInSeenThread: `(${comments}.parent_id is null or exists (
    select from comments beginning where beginning.id = ${comments}.parent_id and ${isNotApartFrom('beginning', viewerId)}))`,
});

/** Whether a viewer who sees the post sees a comment on it. */
export const commentVisibleTo = (comments: string, viewerId: string): string => {
  const { isShown, isNotApart, isAuthorHere: isHere, isInSeenThread } = commentGates(comments, viewerId);
  return `(${isShown}
    and ${isNotApart}
    and ${isHere}
    and ${isInSeenThread})`;
};

/** Whether a viewer who sees the post sees what whoever else they see writes in the thread of a comment. */
export const threadVisibleTo = (comments: string, viewerId: string): string =>
  `exists (select from comments beginning
    where beginning.id = coalesce(${comments}.parent_id, ${comments}.id) and ${isNotApartFrom('beginning', viewerId)})`;

/**
 * Whether a comment that a viewer doesn't see is shown as deleted all the same, because they see replies to it. So does one whose
 * author is away: what others answered is theirs.
 */
export const standsForReplies = (comments: string, viewerId: string): string =>
  `(${comments}.parent_id is null
    and (${comments}.deleted or ${comments}.removal is not null or not ${isAuthorHere(comments)})
    and exists (select from comments answer where answer.parent_id = ${comments}.id and ${commentVisibleTo('answer', viewerId)}))`;

/** Whether somebody who sees a comment may answer it: `mayAnswer` from the rules, as far as it's about the comment. */
export const mayAnswerComment = (comments: string, userId: string): string =>
  `(${comments}.removal is null and ${visibleToText(userId, `${comments}.author_id`)})`;

/** Whether somebody who sees a comment may change it: `obstaclesToEditing` from the rules. */
export const mayEditComment = (comments: string, userId: string): string =>
  `(${comments}.author_id = ${userId} and ${comments}.removal is null and exists (
    select from posts commented where commented.id = ${comments}.post_id and ${mayRespondToText('commented', userId)}))`;

/** Whether somebody who sees a comment may delete it: `mayDelete` from the rules. */
export const mayDeleteComment = (comments: string, userId: string): string =>
  `(${comments}.author_id = ${userId} or (${comments}.removal is null and (
    exists (select from posts place where place.id = ${comments}.post_id
      and (place.author_id = ${userId} or ${isCommunityModeratedByText('place', userId)}))
    or ${standsAboveText(userId, `${comments}.author_id`)})))`;
