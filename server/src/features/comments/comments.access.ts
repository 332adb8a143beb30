import { isAway } from '#features/accounts/public.ts';
import { isCommunityModeratedBy, isModeratedBy, mayRespondTo } from '#features/posts/public.ts';
import { notApart, visibleTo } from '#features/relations/public.ts';
import { standsAbove } from '#features/site/public.ts';
import { and, type Condition, eb, exists, type Id, not, or, type Row, row } from '#platform/database/expressions.ts';

type Comment = Row<'comments'>;

/** The columns of comments that the conditions below need. */
export const accessColumns = [
  'comments.id',
  'comments.post_id',
  'comments.author_id',
  'comments.parent_id',
  'comments.removal',
  'comments.deleted',
] as const;

const beginning = row('comments', 'beginning');
const commented = row('posts', 'commented');

/** Whether the post that a comment is on meets a condition, as `commented`. */
const isOn = (comments: Comment, condition: Condition): Condition =>
  exists(eb.selectFrom('posts as commented').where('commented.id', '=', comments.post_id).where(condition));

/**
 * Whether neither the viewer nor the author blocked the other. In a community, moderators see everybody, blocked or
 * not.
 */
const isNotApartFrom = (comments: Comment, viewerId: Id): Condition =>
  or(notApart(viewerId, comments.author_id), isOn(comments, isCommunityModeratedBy(commented, viewerId)));

/** The same for the author of the comment that starts the thread. */
const isThreadNotApart = (beginningId: Id, viewerId: Id): Condition =>
  exists(
    eb
      .selectFrom('comments as beginning')
      .where('beginning.id', '=', beginningId)
      .where(isNotApartFrom(beginning, viewerId)),
  );

/**
 * The conditions under which a viewer who sees the post sees a comment on it, for a row of comments and an id: it
 * wasn't deleted or removed, or the viewer is its author or moderates the post; its author and the viewer haven't
 * blocked each other; and the same holds for the author of the comment that starts the thread. Add conditions here:
 * every list and count of comments and the explanations use them.
 */
export const commentGates = (comments: Comment, viewerId: Id) => ({
  isShown: and(
    not(comments.deleted),
    or(
      eb(comments.removal, 'is', null),
      eb(comments.author_id, '=', viewerId),
      isOn(comments, isModeratedBy(commented, viewerId)),
    ),
  ),
  isNotApart: isNotApartFrom(comments, viewerId),
  isAuthorHere: not(isAway(comments.author_id)),
  isInSeenThread: or(eb(comments.parent_id, 'is', null), isThreadNotApart(comments.parent_id, viewerId)),
});

/** Whether a viewer who sees the post sees a comment on it. */
export const commentVisibleTo = (comments: Comment, viewerId: Id): Condition => {
  const { isShown, isNotApart, isAuthorHere, isInSeenThread } = commentGates(comments, viewerId);
  return and(isShown, isNotApart, isAuthorHere, isInSeenThread);
};

/** Whether a viewer who sees the post also sees a comment's thread, regardless of who wrote in it. */
export const threadVisibleTo = (comments: Comment, viewerId: Id): Condition =>
  isThreadNotApart(eb.fn.coalesce(comments.parent_id, comments.id), viewerId);

/**
 * Whether a comment that a viewer doesn't see is still shown as deleted, because they see replies to it. This includes
 * comments whose author is away: the replies belong to others.
 */
export const standsForReplies = (comments: Comment, viewerId: Id): Condition =>
  and(
    eb(comments.parent_id, 'is', null),
    or(comments.deleted, eb(comments.removal, 'is not', null), isAway(comments.author_id)),
    exists(
      eb
        .selectFrom('comments as answer')
        .where('answer.parent_id', '=', comments.id)
        .where(commentVisibleTo(row('comments', 'answer'), viewerId)),
    ),
  );

/** Whether somebody who sees a comment may answer it, as far as that depends on the comment. */
export const mayAnswerComment = (comments: Comment, userId: Id): Condition =>
  and(eb(comments.removal, 'is', null), visibleTo(userId, comments.author_id));

/** Whether somebody who sees a comment may change it: `obstaclesToEditing` from the rules. */
export const mayEditComment = (comments: Comment, userId: Id): Condition =>
  and(
    eb(comments.author_id, '=', userId),
    eb(comments.removal, 'is', null),
    isOn(comments, mayRespondTo(commented, userId)),
  );

/** Whether somebody who sees a comment may delete it: `mayDelete` from the rules. */
export const mayDeleteComment = (comments: Comment, userId: Id): Condition =>
  or(
    eb(comments.author_id, '=', userId),
    and(
      eb(comments.removal, 'is', null),
      or(
        isOn(comments, or(eb(commented.author_id, '=', userId), isCommunityModeratedBy(commented, userId))),
        standsAbove(userId, comments.author_id),
      ),
    ),
  );
