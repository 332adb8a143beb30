import { spendLinks } from '#features/accounts/public.ts';
import { noPost, type PostCommunities, refusalToRespond } from '#features/posts/public.ts';
import { indexSoon, resolveMentions } from '#features/rich-text/public.ts';
import { createBatcher } from '#platform/database/batcher.ts';
import { found, type JsonAnswer } from '#platform/database/json.ts';
import { goneOrHidden, lacksRight, unstorable } from '#platform/errors/errors.ts';
import { isId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { markCommentsOf } from './away.queries.ts';
import { audienceOfComments, audienceOfThread, type CommentsPart, readPage } from './comments.queries.ts';
import { deleteCommentsOf, listPostsCommentedBy } from './deletion.queries.ts';
import { findGated } from './explain.queries.ts';
import { blockedHere, noComment } from './explain.service.ts';
import { type AddedRow, type CommentRow, insertComments } from './insert.queries.ts';

/** How many shared statements run at a time: one that waits for a post's lock doesn't hold up the others. */
const width = 2;

function partNamed(thread: string | undefined): CommentsPart {
  if (thread === undefined) return 'all';
  return thread === 'top' ? 'top' : 'thread';
}

/**
 * A page of a post's comments, newest first, or of a thread's replies, oldest first, in one round trip.
 * @param page `size` 1 to 100, or 1,000 for clients that don't page; `before` the previous page's last comment;
 * `thread` the comment that starts a thread, or `top` for all of those
 * @throws {HttpError} 404 for an unknown post or thread
 */
export async function listComments(
  { db }: Platform,
  tokenHash: Buffer,
  page: { postId: string; size: number; before?: string | undefined; thread?: string | undefined },
): Promise<JsonAnswer> {
  const { size, before, thread } = page;
  const postId = isId(page.postId) ? page.postId : noId;
  const part = partNamed(thread);
  const threadId = thread !== undefined && isId(thread) ? thread : noId;
  const body = await readPage(db.reads, tokenHash, { postId, part, threadId, size, before });
  return found(body, part === 'thread' ? noComment : noPost);
}

/**
 * Adds a comment as typed and counts it; one that answers a reply joins its thread.
 * @throws {HttpError} 404 for an unknown post or comment to answer, 422 for someone banned from its community, 400 for a text that can't be
 * stored
 */
export type AddComment = (
  tokenHash: Buffer,
  comment: {
    postId: string;
    content: string;
    parentId?: string | null | undefined;
    /** As `noteMade` takes it. */
    attempt?: string | undefined;
  },
) => Promise<JsonAnswer>;

/** The explanation for somebody who may comment on a post, but can't answer one of its comments. */
async function refusalToAnswer({ db }: Platform, postId: string, parentId: string, userId: string) {
  const comment = isId(parentId) ? await findGated(db.kysely, parentId, userId) : undefined;
  const isSeen =
    comment?.post_id === postId &&
    comment.isShown &&
    comment.isNotApart &&
    comment.isAuthorHere &&
    comment.isInSeenThread;
  if (!isSeen || comment.isNotBlocked) return goneOrHidden(comment, noComment);
  return lacksRight({ parent_id: blockedHere });
}

/** Comments written at the same time share a statement, its round trip and its commit. Create once per process. */
export function openCommenting(platform: Platform, communities: PostCommunities): AddComment {
  const { db, clock, newId, log } = platform;
  const batcher = createBatcher<CommentRow, AddedRow>({
    width,
    store: (rows) => insertComments(db.writes, rows, clock.now()),
    committed: () => undefined,
    onError: (error) => log.error({ err: error }, "couldn't announce a stored comment"),
  });
  return async (tokenHash, { postId, content, parentId = null, attempt = null }) => {
    // One such text would make the statement fail for everyone sharing it.
    if (content.includes('\0')) throw unstorable();
    const refundLinks = await spendLinks(platform, { tokenHash, content });
    const place = isId(postId) ? postId : noId;
    const answers = parentId === null || isId(parentId) ? parentId : noId;
    const mentions = await (answers === null
      ? resolveMentions(platform, audienceOfComments, { tokenHash, content, place })
      : resolveMentions(platform, audienceOfThread, { tokenHash, content, place: answers }));
    const { body, open, user_id, stale } = await batcher.add({
      tokenHash,
      id: newId(),
      postId: place,
      answers,
      content,
      mentions,
      attempt,
    });
    if (body === null) await refundLinks();
    else indexSoon(platform);
    if (body === null && open && user_id !== null && parentId !== null) {
      throw await refusalToAnswer(platform, place, parentId, user_id);
    }
    const refusal =
      body === null && user_id !== null ? await refusalToRespond(platform, communities, postId, user_id) : undefined;
    if (refusal) throw refusal;
    return found(user_id === null ? undefined : { body, user_id, stale: stale === true }, noPost);
  };
}

/** How many comments one transaction updates. */
const markedAtOnce = 500;

/** Takes the comments of a person who left out of the counts, or back in after they returned. */
export async function markComments({ db }: Platform, userId: string): Promise<void> {
  // Until nothing is left to update: the person may return meanwhile.
  while ((await db.transaction((tx) => markCommentsOf(tx, userId, markedAtOnce))) > 0);
}

/** The feature's reactions to other features' events. */
export function subscribeComments({ events, jobs }: Platform): void {
  for (const moved of ['account.left', 'account.returned'] as const) {
    events.on(moved, (tx, { userId }) => jobs.add(tx, 'comments.mark', { userId }));
  }

  events.on('posts.account-leaving', async (tx, { userId, postIds }) => {
    for (const id of await listPostsCommentedBy(tx, userId)) postIds.push(id);
  });

  events.on('posts.account-left', async (tx, { userId, comments }) => {
    for (const deleted of await deleteCommentsOf(tx, userId)) comments.push(deleted);
  });
}
