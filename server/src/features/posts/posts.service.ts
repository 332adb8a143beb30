import { holdUser } from '#features/accounts/public.ts';
import {
  attachMedia,
  cancelMedia,
  discardMedia,
  type MediaPart,
  mediaFilesOf,
  receiveMedia,
  waitForPictures,
} from '#features/media/public.ts';
import { createBatcher } from '#platform/database/batcher.ts';
import type { Hot } from '#platform/database/database.ts';
import { answerOf, found, type HotAnswer } from '#platform/database/json.ts';
import { malformed, notFound, unauthenticated } from '#platform/errors/errors.ts';
import { isId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import './posts.events.ts';
import {
  deletePost as deletePostRow,
  deletePostsOf,
  deleteVotesOf,
  findAuthorAndMedia,
  insertPost,
  lockPostOfMedia,
  lockPostsTouchedBy,
  readPage,
  readPost,
  updateFiles,
  type VotedRow,
  type VoteRow,
  writeVotes,
} from './posts.queries.ts';
import { mayDeletePost } from './posts.rules.ts';

const noPost = 'Post not found. It may have been deleted.';

/** How long the answer to a new post waits for its pictures (wire contract, last line). */
const patienceMs = 2000;

/** Shared statements in flight at a time: one that waits for a post's lock doesn't hold up all others. */
const width = 2;

/**
 * A page of the feed, newest first, in one round trip.
 * @param page `size` 1 to 50; `last_id`: the previous page's last post
 * @throws {HttpError} 400 if `last_id` can't be an id
 */
export async function listPosts(
  { db }: Platform,
  tokenHash: Buffer,
  page: { size: number; last_id?: string | undefined },
): Promise<HotAnswer> {
  if (page.last_id !== undefined && !isId(page.last_id)) {
    throw malformed({ last_id: "last_id must be the post_id of the previous page's last post" });
  }
  return answerOf(await readPage(db.hot, tokenHash, { size: page.size, before: page.last_id }));
}

/** One post. @throws {HttpError} 404 */
export async function getPost({ db }: Platform, tokenHash: Buffer, postId: string): Promise<HotAnswer> {
  return found(await readPost(db.hot, tokenHash, isId(postId) ? postId : noId), noPost);
}

/** Sets the caller's vote and counts it; the same vote again changes nothing. @throws {HttpError} 404 */
export type VotePost = (tokenHash: Buffer, vote: { postId: string; value: 1 | 0 | -1 }) => Promise<HotAnswer>;

/** Votes cast at the same time share a statement, its round trip and its commit. Once per process. */
export function openVoting({ db, log }: Platform): VotePost {
  const batcher = createBatcher<VoteRow, VotedRow>({
    width,
    store: (rows) => storeVotes(db.writes, rows),
    committed: () => undefined,
    onError: (error) => log.error({ err: error }, "couldn't announce a stored vote"),
  });
  return async (tokenHash, { postId, value }) => {
    const { body, user_id, stale } = await batcher.add({ tokenHash, postId: isId(postId) ? postId : noId, value });
    return found(user_id === null ? undefined : { body, user_id, stale: stale === true }, noPost);
  };
}

/** A person's second vote on a post waits for the next statement, because one statement can't change a row twice. */
async function storeVotes(hot: Hot, rows: readonly VoteRow[]): Promise<VotedRow[]> {
  const stored: VotedRow[] = [];
  let left = rows.map((row, place) => ({ row, place, key: `${row.tokenHash.toString('latin1')} ${row.postId}` }));
  while (left.length > 0) {
    const first = new Map(left.toReversed().map((one) => [one.key, one.place]));
    const now = left.filter(({ key, place }) => first.get(key) === place);
    const answers = await writeVotes(
      hot,
      now.map(({ row }) => row),
    );
    for (const [index, { place }] of now.entries()) stored[place] = answers[index] as VotedRow;
    left = left.filter(({ key, place }) => first.get(key) !== place);
  }
  return stored;
}

/**
 * Creates a post from a form. Files are received while the form is read; post, files and their jobs are stored together. Then it waits
 * up to 2 s for the pictures, so that the author sees what others see.
 * @param readForm reads the form, passes on each file as it arrives, and returns the validated text
 * @returns the post's id
 * @throws {HttpError} whatever `readForm` and `receiveMedia` throw; nothing is left behind then
 */
export async function createPost(
  platform: Platform,
  session: Session,
  readForm: (takeFile: (part: MediaPart) => Promise<void>) => Promise<{ content: string }>,
): Promise<string> {
  const { db, clock, newId } = platform;
  const mediaIds: string[] = [];
  let id: string;
  try {
    const { content } = await readForm(async (part) => {
      const media = await receiveMedia(platform, part, { ownerId: session.userId, purpose: 'post' });
      mediaIds.push(media.id);
    });
    id = await db.transaction(async (tx) => {
      if (!(await holdUser(tx, session.userId))) throw unauthenticated();
      const files = JSON.stringify(await attachMedia(platform, tx, mediaIds));
      const post = { id: newId(), authorId: session.userId, content, createdAt: clock.now(), mediaIds, files };
      return await insertPost(tx, post);
    });
  } catch (error) {
    await cancelMedia(platform, mediaIds);
    throw error;
  }
  await waitForPictures(platform, mediaIds, patienceMs);
  return id;
}

/** Deletes one of the caller's posts: its rows right away, its files within seconds. @throws {HttpError} 404 for anyone but the author */
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

/** The feature's reactions to other features' events. */
export function subscribePosts({ events }: Platform): void {
  events.on('account.deleted', async (tx, { userId }) => {
    const postIds: string[] = [];
    await events.emit(tx, 'posts.account-leaving', { userId, postIds });
    await lockPostsTouchedBy(tx, userId, postIds);
    await deletePostsOf(tx, userId);
    const comments: { post_id: string; number: number }[] = [];
    await events.emit(tx, 'posts.account-left', { userId, comments });
    await deleteVotesOf(tx, userId, comments);
  });

  events.on('media.updated', async (tx, { mediaId }) => {
    const post = await lockPostOfMedia(tx, mediaId);
    if (post) await updateFiles(tx, post.id, JSON.stringify(await mediaFilesOf(tx, post.mediaIds)));
  });

  events.on('media.expired', async (tx, { mediaIds }) => {
    for (const mediaId of mediaIds) {
      const post = await lockPostOfMedia(tx, mediaId);
      const kept = post?.mediaIds.filter((id) => !mediaIds.includes(id)) ?? [];
      if (post) await updateFiles(tx, post.id, JSON.stringify(await mediaFilesOf(tx, kept)));
    }
  });
}
