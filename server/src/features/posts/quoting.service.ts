import { notFound } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { refusalToRespond } from './explain.service.ts';
import type { PostCommunities } from './post-communities.service.ts';
import { isOpenToResponses } from './posts.queries.ts';
import { noPost } from './posts.rules.ts';

/** @throws {HttpError} 404 for a post that the caller doesn't see, 422 for one that they may not respond to */
export async function requireQuotable(
  platform: Platform,
  communities: PostCommunities,
  userId: string,
  postId: string,
): Promise<void> {
  if (isId(postId) && (await isOpenToResponses(platform.db.kysely, postId, userId))) return;
  throw (await refusalToRespond(platform, communities, postId, userId)) ?? notFound(noPost);
}
