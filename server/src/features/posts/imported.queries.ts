import type { Db } from '#platform/database/database.ts';
import type {} from './posts.queries.ts';

/** The post of a person's that came from an archive, by what it's recognized by there. */
export async function findImportedPost(
  db: Db,
  { authorId, source }: { authorId: string; source: Buffer },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', authorId)
    .where('import_source', '=', source)
    .executeTakeFirst();
  return row?.id;
}
