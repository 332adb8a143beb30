import { holdUser, holdUsers, spendLinks } from '#features/accounts/public.ts';
import { type PostCommunities, refusalToRespond } from '#features/posts/public.ts';
import { indexSoon, newlyMentioned, resolveMentions } from '#features/rich-text/public.ts';
import type { Db } from '#platform/database/database.ts';
import { found, type JsonAnswer } from '#platform/database/json.ts';
import { goneOrHidden, invalid, lacksRight, notFound, unauthenticated, unstorable } from '#platform/errors/errors.ts';
import { isId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { lockPostOf, updateContent } from './changes.queries.ts';
import type {} from './comments.events.ts';
import { audienceOfThread, readComment } from './comments.queries.ts';
import { isDecision, mayDelete, mayEverDelete, obstaclesToEditing } from './comments.rules.ts';
import { deleteComment as deleteRow } from './deletion.queries.ts';
import { type FoundComment, findGated } from './explain.queries.ts';
import { deleteRefusal, editRefusals, noComment } from './explain.service.ts';

/** A comment that the caller sees. @throws {HttpError} 404 */
export async function enterComment(db: Db, id: string, userId: string): Promise<FoundComment> {
  const comment = isId(id) ? await findGated(db, id, userId) : undefined;
  if (
    !comment?.isPostSeen ||
    !comment.isShown ||
    !comment.isNotApart ||
    !comment.isAuthorHere ||
    !comment.isInSeenThread
  )
    throw goneOrHidden(comment, noComment);
  return comment;
}

/**
 * Changes the text of the caller's own comment; the same text changes nothing.
 * @throws {HttpError} 404 for a comment that they don't see, 422 if it isn't theirs or was removed, or if they may not
 * comment there
 */
export async function editComment(
  platform: Platform,
  communities: PostCommunities,
  session: Session,
  { id, content }: { id: string; content: string },
): Promise<void> {
  const { db, clock, deferred } = platform;
  const { tokenHash, userId } = session;
  if (content.includes('\0')) throw unstorable();
  const comment = await enterComment(db.kysely, id, userId);
  const [obstacle] = obstaclesToEditing(comment);
  if (obstacle) throw (obstacle === 'foreign' ? lacksRight : invalid)({ comment: editRefusals[obstacle] });
  const refusal = await refusalToRespond(platform, communities, comment.post_id, userId);
  if (refusal) throw refusal;
  if (content !== comment.content) {
    const refundLinks = await spendLinks(platform, { tokenHash, content });
    const mentions = await resolveMentions(platform, audienceOfThread, { tokenHash, content, place: id });
    const change = { id, authorId: userId, content, mentions, edited_at: clock.now() };
    const isStored = await db.transaction(async (tx) => {
      const edited = await updateContent(tx, change);
      const only = edited ? newlyMentioned(edited.mentioned, mentions).filter((one) => one !== null) : [];
      if (only.length > 0) await deferred.emit(tx, 'comments.mentioned', [{ commentId: id, only }]);
      if (edited) await deferred.emit(tx, 'comments.changed', [{ commentId: id, change: 'edited' }]);
      return edited !== undefined;
    });
    if (!isStored) {
      await refundLinks();
      throw notFound(noComment);
    }
    indexSoon(platform);
  }
}

/** One comment. @throws {HttpError} 404 for one that the caller doesn't see */
export async function getComment({ db }: Platform, tokenHash: Buffer, id: string): Promise<JsonAnswer> {
  return found(await readComment(db.reads, tokenHash, isId(id) ? id : noId), noComment);
}

/**
 * Deletes a comment. If a moderator deletes somebody else's, that's a decision that its author can appeal.
 * @throws {HttpError} 404 for a comment that the caller doesn't see, 422 without the right to it
 */
export async function deleteComment(platform: Platform, session: Session, id: string): Promise<void> {
  const { db, deferred, events } = platform;
  const { userId } = session;
  await db.transaction(async (tx, effects) => {
    const comment = await enterComment(tx, id, userId);
    if (!mayDelete(comment))
      throw lacksRight({ [mayEverDelete(comment) ? 'comment' : 'permission']: deleteRefusal(comment) });
    const { author_id: authorId, community_id: communityId, moderates } = comment;
    if (authorId !== null && isDecision(comment)) {
      await holdUsers(tx, [authorId, userId]);
      const afterCommit = (effect: () => void) => effects.push(effect);
      const moderated = { commentId: id, authorId, communityId, isByCommunity: moderates, byId: userId, afterCommit };
      await events.emit(tx, 'comments.moderated', moderated);
      return;
    }
    if (!(await holdUser(tx, userId))) throw unauthenticated();
    if (!(await lockPostOf(tx, id)) || !(await deleteRow(tx, id))) throw notFound(noComment);
    const was = {
      postId: comment.post_id,
      authorId,
      parentId: comment.parent_id,
      createdAt: comment.created_at.toJSON(),
    };
    await deferred.emit(tx, 'comments.changed', [{ commentId: id, change: 'deleted', was }]);
  });
  indexSoon(platform);
}
