import { queueForManyPosts } from '#features/posts/public.ts';
import { found, type HotAnswer, noId } from '#platform/database/json.ts';
import { malformed } from '#platform/errors/errors.ts';
import { isId, newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { deleteCommentsOf, insertComment, readPage } from './comments.queries.ts';

const noPost = 'There is no such post. It may have been deleted.';

/**
 * A page of the comments of a post, newest first, in one round trip.
 * @param page `size` 1 to 100; `last_id` the last comment of the page before
 * @throws {Refusal} 404 for an unknown post, 400 if `last_id` cannot be an id
 */
export async function listComments(
  { db }: Platform,
  tokenHash: Buffer,
  page: { postId: string; size: number; last_id?: string | undefined },
): Promise<HotAnswer> {
  if (page.last_id !== undefined && !isId(page.last_id)) {
    throw malformed({ last_id: 'last_id must be the comment_id of the last comment of the page before' });
  }
  const postId = isId(page.postId) ? page.postId : noId;
  return found(await readPage(db.hot, tokenHash, { postId, size: page.size, before: page.last_id }), noPost);
}

/** Adds a comment, as typed, and counts it, in one round trip. @throws {Refusal} 404 for an unknown post */
export async function createComment(
  { db, clock }: Platform,
  tokenHash: Buffer,
  comment: { postId: string; content: string },
): Promise<HotAnswer> {
  const row = await insertComment(db.writes, tokenHash, {
    id: newId(),
    postId: isId(comment.postId) ? comment.postId : noId,
    content: comment.content,
    createdAt: clock.now(),
  });
  return found(row, noPost);
}

/** What the feature does about events of others. */
export function subscribeComments({ events }: Platform): void {
  events.on('account.deleted', async (tx, { userId }) => {
    await queueForManyPosts(tx);
    await deleteCommentsOf(tx, userId);
  });
}
