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
      authorId: given.authorId,
      content: given.content ?? 'A walk along the river.',
      createdAt: given.createdAt ?? platform.clock.now(),
      communityId: given.communityId ?? null,
      mediaIds: [],
      files: '[]',
      mentions: null,
      quoteId: given.quoteId ?? null,
      hasPoll: false,
    }),
  );
}
