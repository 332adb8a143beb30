import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import { rekeyFiles } from '#features/media/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import { insertPoll, type NewPoll } from './polls.queries.ts';
import type { PostCommunities } from './post-communities.service.ts';
import { insertPost, type NewWritten } from './posts.queries.ts';

/** A post whose parts have been checked. */
export interface WrittenPost extends NewWritten {
  /** The handle of its community. */
  community: string | undefined;
  poll: NewPoll | undefined;
  /** In upload order. */
  mediaIds: readonly string[];
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
  const { community, poll, mediaIds, files, isPrivate, isLinked, ...written } = post;
  const { author_id: authorId, mentions } = written;
  const place = community === undefined ? undefined : await communities.enter(tx, community, authorId);
  const communityId = place?.id ?? null;
  const columns = {
    ...written,
    ...{ id: newId(), created_at: clock.now(), community_id: communityId },
    ...{ files: JSON.stringify(files), has_poll: poll !== undefined },
  };
  const id = await insertPost(tx, columns, mediaIds);
  if (poll) await insertPoll(tx, id, poll);
  if (mentions) await deferred.emit(tx, 'posts.mentioned', [{ postId: id }]);
  if (isLinked) await deferred.emit(tx, 'posts.linked', [{ postId: id }], { waitsFor: authorId });
  if (place) await deferred.emit(tx, 'posts.placed', [{ postId: id }]);
  // The community has become private meanwhile.
  if (place?.isPrivate && !isPrivate) await rekeyFiles(platform, tx, mediaIds, 'private');
  return { id, communityId };
}
