import { spendLinks } from '#features/accounts/public.ts';
import { refusalToRespond } from '#features/posts/public.ts';
import { createBatcher } from '#platform/database/batcher.ts';
import { found, type HotAnswer } from '#platform/database/json.ts';
import { malformed } from '#platform/errors/errors.ts';
import { isId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import {
  type AddedRow,
  type CommentRow,
  deleteCommentsOf,
  insertComments,
  listPostsCommentedBy,
  readPage,
} from './comments.queries.ts';

const noPost = 'Post not found. It may have been deleted.';

/** Shared statements in flight at a time: one that waits for a post's lock doesn't hold up all others. */
const width = 2;

/**
 * A page of a post's comments, newest first, in one round trip.
 * @param page `size` 1 to 100; `last_id` the previous page's last comment
 * @throws {HttpError} 404 for an unknown post, 400 if `last_id` can't be an id
 */
export async function listComments(
  { db }: Platform,
  tokenHash: Buffer,
  page: { postId: string; size: number; last_id?: string | undefined },
): Promise<HotAnswer> {
  if (page.last_id !== undefined && !isId(page.last_id)) {
    throw malformed({ last_id: "last_id must be the comment_id of the previous page's last comment" });
  }
  const postId = isId(page.postId) ? page.postId : noId;
  return found(await readPage(db.hot, tokenHash, { postId, size: page.size, before: page.last_id }), noPost);
}

/** Adds a comment as typed and counts it. @throws {HttpError} 404 for an unknown post, 422 for someone banned from its community, 400 for a text that can't be stored */
export type AddComment = (tokenHash: Buffer, comment: { postId: string; content: string }) => Promise<HotAnswer>;

/** Comments written at the same time share a statement, its round trip and its commit. Create once per process. */
export function openCommenting(platform: Platform): AddComment {
  const { db, clock, newId, log } = platform;
  const batcher = createBatcher<CommentRow, AddedRow>({
    width,
    store: (rows) => insertComments(db.writes, rows, clock.now()),
    committed: () => undefined,
    onError: (error) => log.error({ err: error }, "couldn't announce a stored comment"),
  });
  return async (tokenHash, { postId, content }) => {
    // One such text would fail the statement for everyone sharing it.
    if (content.includes('\0')) throw malformed("The text contains a character that can't be stored.");
    const refundLinks = await spendLinks(platform, { tokenHash, content });
    const { body, user_id, stale } = await batcher.add({
      tokenHash,
      id: newId(),
      postId: isId(postId) ? postId : noId,
      content,
    });
    if (body === null) await refundLinks();
    const refusal = body === null && user_id !== null ? await refusalToRespond(platform, postId, user_id) : undefined;
    if (refusal) throw refusal;
    return found(user_id === null ? undefined : { body, user_id, stale: stale === true }, noPost);
  };
}

/** The feature's reactions to other features' events. */
export function subscribeComments({ events }: Platform): void {
  events.on('posts.account-leaving', async (tx, { userId, postIds }) => {
    for (const id of await listPostsCommentedBy(tx, userId)) postIds.push(id);
  });

  events.on('posts.account-left', async (tx, { userId, comments }) => {
    for (const deleted of await deleteCommentsOf(tx, userId)) comments.push(deleted);
  });
}
