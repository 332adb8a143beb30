import { holdUser } from '#features/accounts/public.ts';
import { cursorOf } from '#platform/cursors.ts';
import { answerOf, type JsonAnswer } from '#platform/database/json.ts';
import { notFound, unauthenticated } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { deleteBookmark, insertBookmark, readBookmarks } from './bookmarks.queries.ts';
import { noPost } from './posts.rules.ts';

/** Saves a post; doing it again changes nothing. @throws {HttpError} 404 for a post that the caller doesn't see */
export async function bookmarkPost({ db, newId }: Platform, { userId }: Session, postId: string): Promise<void> {
  if (!isId(postId)) throw notFound(noPost);
  await db.transaction(async (tx) => {
    if (!(await holdUser(tx, userId))) throw unauthenticated();
    if (!(await insertBookmark(tx, { id: newId(), postId, userId }))) throw notFound(noPost);
  });
}

/** Removes a bookmark, if there is one. */
export async function removeBookmark({ db }: Platform, { userId }: Session, postId: string): Promise<void> {
  if (isId(postId)) await db.transaction(async (tx) => await deleteBookmark(tx, { postId, userId }));
}

/** A page of the posts that the caller saved, in one round trip. @throws {HttpError} 400 if `before` can't be an id */
export async function listBookmarks(
  { db }: Platform,
  tokenHash: Buffer,
  { size, before }: { size: number; before?: string | undefined },
): Promise<JsonAnswer> {
  const cursor = cursorOf(before, "the previous page's next, or its last post's post_id");
  return answerOf(await readBookmarks(db.reads, tokenHash, { size, before: cursor }));
}
