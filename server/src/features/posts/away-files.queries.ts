import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/** A page of an author's posts with the files of each. */
export async function listFilesOfPosts(
  db: Db,
  authorId: string,
  { after, most }: { after: string; most: number },
): Promise<{ id: string; isPlaced: boolean; media_ids: string[] }[]> {
  return await db
    .selectFrom('posts')
    .select([
      'id',
      sql<boolean>`community_id is not null`.as('isPlaced'),
      sql<string[]>`array(select media_id from post_media where post_id = posts.id)`.as('media_ids'),
    ])
    .where('author_id', '=', authorId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();
}
