import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import { rekeyFiles } from '#features/media/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import type { PostPlaces } from './places.service.ts';
import { insertPoll, type NewPoll } from './polls.queries.ts';
import { insertPost } from './posts.queries.ts';

/** A post whose parts have been checked. */
export interface WrittenPost {
  authorId: string;
  content: string;
  /** JSON text. */
  mentions: string | null;
  mediaIds: readonly string[];
  /** The handle of the community it goes to. */
  community: string | undefined;
  quote: string | undefined;
  poll: NewPoll | undefined;
}

/**
 * Stores a post in a transaction that holds its author, with the jobs it needs.
 * @param more `files`: attached already; `isPrivate`: they're under private paths; `isLinked`: it has a link to be previewed
 * @throws {HttpError} 404 for a community that the author may not know of, 422 without the permission
 */
export async function storePost(
  platform: Platform,
  places: PostPlaces,
  tx: Tx,
  post: WrittenPost & { files: readonly MediaFile[]; isPrivate: boolean; isLinked: boolean },
): Promise<{ id: string; communityId: string | null }> {
  const { clock, deferred, newId } = platform;
  const { authorId, content, mentions, mediaIds, community, poll, files } = post;
  const place = community === undefined ? undefined : await places.enter(tx, community, authorId);
  const communityId = place?.id ?? null;
  const extras = { quoteId: post.quote ?? null, hasPoll: poll !== undefined, files: JSON.stringify(files) };
  const author = { authorId, content, createdAt: clock.now(), mediaIds, mentions };
  const id = await insertPost(tx, { id: newId(), communityId, ...author, ...extras });
  if (poll) await insertPoll(tx, id, poll);
  if (mentions !== null) await deferred.emit(tx, 'posts.mentioned', [{ postId: id }]);
  if (post.isLinked) await deferred.emit(tx, 'posts.linked', [{ postId: id }], { waitsFor: authorId });
  if (place) await deferred.emit(tx, 'posts.placed', [{ postId: id }]);
  // It has become private since.
  if (place?.isPrivate && !post.isPrivate) await rekeyFiles(platform, tx, mediaIds, 'private');
  return { id, communityId };
}
