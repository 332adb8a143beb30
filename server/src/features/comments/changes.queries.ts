import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';
import { emptied } from './comments.queries.ts';

/** Changes the text of a comment of this author's that wasn't removed. @returns who it mentioned before; undefined: there's none */
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

/** Locks the post that a comment is on, so that its thread stays as it is. @returns false if it's gone */
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

/** Deletes a comment whose post is locked, and counts it; one with replies stays as deleted. @returns whether it was there */
export async function deleteComment(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`with target as materialized (
      select comments.id, comments.post_id, comments.removal,
        exists (select from comments answer where answer.parent_id = comments.id) as answered
      from comments where comments.id = ${id}::uuid and not comments.deleted
    ),
    unreacted as (
      delete from comment_reactions using target where target.answered and comment_reactions.comment_id = target.id
    ),
    emptied as (
      update comments set ${sql.raw(emptied)} from target where target.answered and comments.id = target.id
    ),
    gone as (
      delete from comments using target where not target.answered and comments.id = target.id
    ),
    counted as (
      update posts set comment_count = posts.comment_count - 1
      from target where target.removal is null and posts.id = target.post_id
    )
    select from target`.execute(tx);
  return rows.length > 0;
}
