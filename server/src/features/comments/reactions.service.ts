import {
  emoji as emojiShape,
  type Reaction,
  type Reactors,
} from '@hubbub/contract/features/reactions/reactions.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { holdUser } from '#features/accounts/public.ts';
import { type PostCommunities, refusalToRespond } from '#features/posts/public.ts';
import { listReactors } from '#features/reactions/public.ts';
import { invalid, lacksRight, notFound, unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { enterComment } from './changes.service.ts';
import { blockedHere, noComment } from './explain.service.ts';
import { commentReactions, deleteReaction, insertReaction, lockComment, readReactions } from './reactions.queries.ts';

const tooMany = `A comment can have ${limits.reaction.kinds} kinds of reactions. Use one that's already there.`;
const isRemoved = 'Moderators removed this comment, so nobody can react to it.';

/**
 * Adds or removes one of the caller's reactions; both may be repeated.
 * @returns the comment's reactions
 * @throws {HttpError} 404 for a comment that they don't see, 422 where they may not comment, or if it has too many
 * different emoji
 */
export async function setReaction(
  platform: Platform,
  communities: PostCommunities,
  session: Session,
  { id, emoji, given }: { id: string; emoji: string; given: boolean },
): Promise<Reaction[]> {
  const { db, clock, deferred } = platform;
  const { userId } = session;
  const comment = await enterComment(db.kysely, id, userId);
  const fault = emojiShape.safeParse(emoji).error?.issues[0]?.message;
  if (fault !== undefined) throw invalid({ emoji: fault });
  if (given && comment.isRemoved) throw invalid({ comment: isRemoved });
  if (given && !comment.isNotBlocked) throw lacksRight({ comment: blockedHere });
  const refusal = given ? await refusalToRespond(platform, communities, comment.post_id, userId) : undefined;
  if (refusal) throw refusal;
  await db.transaction(async (tx) => {
    if (!(await holdUser(tx, userId))) throw unauthenticated();
    if (!(await lockComment(tx, id))) throw notFound(noComment);
    const reaction = { commentId: id, userId, emoji };
    if (!given) await deleteReaction(tx, reaction);
    else if (!(await insertReaction(tx, { ...reaction, now: clock.now() }))) throw invalid({ emoji: tooMany });
    if (given) await deferred.emit(tx, 'comments.reacted', [{ commentId: id, userId }]);
    else await deferred.emit(tx, 'comments.changed', [{ commentId: id, change: 'reaction' }]);
  });
  return await readReactions(db.kysely, id, userId);
}

/**
 * Who has reacted to a comment with what, as the caller sees them.
 * @throws {HttpError} 404 for a comment that they don't see
 */
export async function listCommentReactions({ db }: Platform, { userId }: Session, id: string): Promise<Reactors> {
  await enterComment(db.kysely, id, userId);
  return await listReactors(db.kysely, commentReactions, { id, viewerId: userId });
}
