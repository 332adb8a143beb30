import type { Platform } from '#platform/platform.ts';
import { insertPost } from './posts.queries.ts';

/** A post with only text; anything left out is made up. @returns its id */
export async function createTextPost(
  platform: Platform,
  given: { authorId: string; content?: string; createdAt?: Date; communityId?: string; quoteId?: string },
): Promise<string> {
  return await platform.db.transaction((tx) =>
    insertPost(tx, {
      id: platform.newId(),
      author_id: given.authorId,
      content: given.content ?? 'A walk along the river.',
      created_at: given.createdAt ?? platform.clock.now(),
      community_id: given.communityId ?? null,
      files: '[]',
      quote_id: given.quoteId ?? null,
    }),
  );
}
