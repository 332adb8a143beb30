import type { Db } from '#platform/database/database.ts';
import type {} from './posts.queries.ts';

/** A person's post that was imported from an archive, by its identity there. */
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
