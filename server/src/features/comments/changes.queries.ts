import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';

/**
 * Changes the text of this author's comment, unless it was removed. @returns the people it mentioned before; undefined:
 * there's no such comment
 */
export async function updateContent(
  db: Db,
  {
    id,
    authorId,
    ...change
  }: { id: string; authorId: string; content: string; mentions: string | null; edited_at: Date },
): Promise<{ mentioned: unknown } | undefined> {
  return await db
    .updateTable('comments')
    .set(change)
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .where('removal', 'is', null)
    .returning(
      sql<unknown>`(select before.mentions from comments before where before.id = comments.id)`.as('mentioned'),
    )
    .executeTakeFirst();
}

/** Locks the post that a comment is on, so that its thread can't change. @returns false if it's gone */
export async function lockPostOf(tx: Tx, commentId: string): Promise<boolean> {
  const post = await tx
    .selectFrom('posts')
    .select('id')
    .where('id', '=', (comments) =>
      comments.selectFrom('comments').select('post_id').where('comments.id', '=', commentId),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  return post !== undefined;
}
