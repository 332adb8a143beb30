import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import { rekeyFiles } from '#features/media/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import { insertPoll, type NewPoll } from './polls.queries.ts';
import type { PostCommunities } from './post-communities.service.ts';
import { insertPost, type NewPost } from './posts.queries.ts';

/** A post whose parts have been checked. The fields that are stored as given are those of `NewPost`. */
export interface WrittenPost
  extends Omit<NewPost, 'id' | 'communityId' | 'createdAt' | 'files' | 'quoteId' | 'hasPoll'> {
  /** The handle of its community. */
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
  communities: PostCommunities,
  tx: Tx,
  post: WrittenPost & { files: readonly MediaFile[]; isPrivate: boolean; isLinked: boolean },
): Promise<{ id: string; communityId: string | null }> {
  const { clock, deferred, newId } = platform;
  const { community, quote, poll, files, isPrivate, isLinked, ...given } = post;
  const { authorId, mentions, mediaIds } = given;
  const place = community === undefined ? undefined : await communities.enter(tx, community, authorId);
  const communityId = place?.id ?? null;
  const made = { id: newId(), createdAt: clock.now(), communityId, files: JSON.stringify(files) };
  const id = await insertPost(tx, { ...given, ...made, quoteId: quote ?? null, hasPoll: poll !== undefined });
  if (poll) await insertPoll(tx, id, poll);
  if (mentions !== null) await deferred.emit(tx, 'posts.mentioned', [{ postId: id }]);
  if (isLinked) await deferred.emit(tx, 'posts.linked', [{ postId: id }], { waitsFor: authorId });
  if (place) await deferred.emit(tx, 'posts.placed', [{ postId: id }]);
  // The community has become private meanwhile.
  if (place?.isPrivate && !isPrivate) await rekeyFiles(platform, tx, mediaIds, 'private');
  return { id, communityId };
}
