import {
  attachMedia,
  cancelMedia,
  discardMedia,
  type MediaPart,
  mediaFilesOf,
  receiveMedia,
} from '#features/media/public.ts';
import { answerOf, found, type HotAnswer, noId } from '#platform/database/json.ts';
import { malformed, notFound, unauthenticated } from '#platform/errors/errors.ts';
import { isId, newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import {
  deletePost as deletePostRow,
  deletePostsAndVotesOf,
  findAuthorAndMedia,
  holdAccount,
  insertPost,
  lockPostOfMedia,
  queueForManyPosts,
  readPage,
  readPost,
  updateFiles,
  writeVote,
} from './posts.queries.ts';
import { mayDeletePost } from './posts.rules.ts';

const noPost = 'There is no such post. It may have been deleted.';

/**
 * A page of the feed, newest first, in one round trip.
 * @param page `size` 1 to 50; `last_id` the last post of the page before
 * @throws {Refusal} 400 if `last_id` cannot be an id
 */
export async function listPosts(
  { db }: Platform,
  tokenHash: Buffer,
  page: { size: number; last_id?: string | undefined },
): Promise<HotAnswer> {
  if (page.last_id !== undefined && !isId(page.last_id)) {
    throw malformed({ last_id: 'last_id must be the post_id of the last post of the page before' });
  }
  return answerOf(await readPage(db.hot, tokenHash, { size: page.size, before: page.last_id }));
}

/** One post. @throws {Refusal} 404 */
export async function getPost({ db }: Platform, tokenHash: Buffer, postId: string): Promise<HotAnswer> {
  return found(await readPost(db.hot, tokenHash, isId(postId) ? postId : noId), noPost);
}

/** Sets the caller's vote and counts it, in one round trip; the same vote again changes nothing. @throws {Refusal} 404 */
export async function votePost(
  { db }: Platform,
  tokenHash: Buffer,
  vote: { postId: string; value: 1 | 0 | -1 },
): Promise<HotAnswer> {
  const postId = isId(vote.postId) ? vote.postId : noId;
  return found(await writeVote(db.writes, tokenHash, { postId, value: vote.value }), noPost);
}

/**
 * Makes a post of a form. Files are taken in while the form is read; post, files and the work on them are stored together.
 * @param readForm reads the form, hands over each file as it arrives, and answers the checked text
 * @returns the post's id
 * @throws {Refusal} what `readForm` and `receiveMedia` throw; nothing is left then
 */
export async function createPost(
  platform: Platform,
  session: Session,
  readForm: (takeFile: (part: MediaPart) => Promise<void>) => Promise<{ content: string }>,
): Promise<string> {
  const { db, clock } = platform;
  const mediaIds: string[] = [];
  try {
    const { content } = await readForm(async (part) => {
      const media = await receiveMedia(platform, part, { ownerId: session.userId, purpose: 'post' });
      mediaIds.push(media.id);
    });
    return await db.transaction(async (tx) => {
      if (!(await holdAccount(tx, session.userId))) throw unauthenticated();
      const files = JSON.stringify(await attachMedia(platform, tx, mediaIds));
      const id = newId();
      await insertPost(tx, { id, authorId: session.userId, content, createdAt: clock.now(), mediaIds, files });
      return id;
    });
  } catch (error) {
    await cancelMedia(platform, mediaIds);
    throw error;
  }
}

/** Deletes a post of the caller: its rows at once, its files within seconds. @throws {Refusal} 404 for any but the author */
export async function deletePost(platform: Platform, session: Session, postId: string): Promise<void> {
  const { db } = platform;
  if (!isId(postId)) throw notFound(noPost);
  await db.transaction(async (tx) => {
    const post = await findAuthorAndMedia(tx, postId);
    if (!post || !mayDeletePost(session, post)) throw notFound(noPost);
    await discardMedia(platform, tx, post.media_ids);
    if (!(await deletePostRow(tx, postId))) throw notFound(noPost);
  });
}

/** What the feature does about events of others. */
export function subscribePosts({ events }: Platform): void {
  events.on('account.deleted', async (tx, { userId }) => {
    await queueForManyPosts(tx);
    await deletePostsAndVotesOf(tx, userId);
  });

  events.on('media.updated', async (tx, { mediaId }) => {
    const post = await lockPostOfMedia(tx, mediaId);
    if (post) await updateFiles(tx, post.id, JSON.stringify(await mediaFilesOf(tx, post.mediaIds)));
  });
}
