import type { editPost as editPostCall } from '@hubbub/contract/features/posts/posts.endpoints.ts';
import type { z } from 'zod';
import { holdUser, spendLinks } from '#features/accounts/public.ts';
import { indexSoon, isPreviewed, newlyMentioned, resolveMentions } from '#features/rich-text/public.ts';
import { goneOrHidden, invalid, lacksRight, notFound, unauthenticated } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { audienceOfEdits, updateContent } from './edits.queries.ts';
import { findGated } from './explain.queries.ts';
import { editRefusals, refusalToRespond } from './explain.service.ts';
import type { PostCommunities } from './post-communities.service.ts';
import { writtenOf } from './posts.queries.ts';
import { noPost, obstaclesToEditing, obstaclesToSeeing } from './posts.rules.ts';

/**
 * Changes the text of the caller's own post; the same text changes nothing.
 * @throws {HttpError} 404 for a post that they don't see, 422 if it isn't theirs, was removed, or is in a community they're banned from
 */
export async function editPost(
  platform: Platform,
  communities: PostCommunities,
  session: Session,
  { id, ...given }: z.output<typeof editPostCall.body> & { id: string },
): Promise<void> {
  const { db, clock, deferred } = platform;
  const { tokenHash, userId } = session;
  const { content } = given;
  const post = isId(id) ? await findGated(db.kysely, id, userId) : undefined;
  if (!post || obstaclesToSeeing(post).length > 0) throw goneOrHidden(post, noPost);
  const [obstacle] = obstaclesToEditing({ userId }, post);
  if (obstacle) throw (obstacle === 'foreign' ? lacksRight : invalid)({ post: editRefusals[obstacle] });
  const refusal = await refusalToRespond(platform, communities, id, userId);
  if (refusal) throw refusal;
  if (content === post.content) return;
  const refundLinks = await spendLinks(platform, { tokenHash, content });
  const mentions = await resolveMentions(platform, audienceOfEdits, { tokenHash, content, place: id });
  const isLinked = await isPreviewed(platform, content, userId);
  try {
    await db.transaction(async (tx) => {
      if (!(await holdUser(tx, userId))) throw unauthenticated();
      const change = { ...writtenOf(given), id, authorId: userId, mentions, edited_at: clock.now() };
      const edited = await updateContent(tx, change);
      if (!edited) throw notFound(noPost);
      // Imported posts notify nobody, not even when they're edited.
      const only = edited.imported ? [] : newlyMentioned(edited.mentioned, mentions).filter((one) => one !== null);
      if (only.length > 0) await deferred.emit(tx, 'posts.mentioned', [{ postId: id, only }]);
      await deferred.emit(tx, 'posts.changed', [{ postId: id }]);
      if (isLinked) await deferred.emit(tx, 'posts.linked', [{ postId: id }], { waitsFor: userId });
    });
  } catch (error) {
    await refundLinks();
    throw error;
  }
  indexSoon(platform);
}
