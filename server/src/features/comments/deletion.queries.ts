import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { eb, exists, fact, row } from '#platform/database/expressions.ts';

/** The columns of a comment that's shown as deleted above its replies. */
const emptied = {
  author_id: null,
  content: '',
  mentions: null,
  removal: null,
  edited_at: null,
  deleted: true,
} as const;

/**
 * Deletes a comment whose post is locked, and updates the counts; one with replies stays, shown as deleted. @returns
 * whether it existed
 */
export async function deleteComment(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx
    .with(
      (cte) => cte('target').materialized(),
      (cte) =>
        cte
          .selectFrom('comments')
          .select(['comments.id', 'comments.post_id', 'comments.removal'])
          .select((comment) =>
            comment
              .exists(comment.selectFrom('comments as answer').whereRef('answer.parent_id', '=', 'comments.id'))
              .as('answered'),
          )
          .where('comments.id', '=', id)
          .where('comments.deleted', '=', false),
    )
    .with('unreacted', (cte) =>
      cte
        .deleteFrom('comment_reactions')
        .using('target')
        .where('target.answered', '=', true)
        .whereRef('comment_reactions.comment_id', '=', 'target.id'),
    )
    .with('emptied', (cte) =>
      cte
        .updateTable('comments')
        .from('target')
        .set(emptied)
        .where('target.answered', '=', true)
        .whereRef('comments.id', '=', 'target.id'),
    )
    .with('gone', (cte) =>
      cte
        .deleteFrom('comments')
        .using('target')
        .where('target.answered', '=', false)
        .whereRef('comments.id', '=', 'target.id'),
    )
    .with('counted', (cte) =>
      cte
        .updateTable('posts')
        .from('target')
        .set((post) => ({ comment_count: post('posts.comment_count', '-', 1) }))
        .where('target.removal', 'is', null)
        .whereRef('posts.id', '=', 'target.post_id'),
    )
    .selectFrom('target')
    .select('target.id')
    .execute();
  return deleted.length > 0;
}

/** Ids of the posts a person has commented on. */
export async function listPostsCommentedBy(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.selectFrom('comments').select('post_id').distinct().where('author_id', '=', userId).execute();
  return rows.map(({ post_id }) => post_id);
}

/**
 * Deletes a person's comments, whose posts must be locked; those with other people's replies stay, shown as deleted.
 * @returns by how much each post's count goes down
 */
export async function deleteCommentsOf(tx: Tx, userId: string): Promise<{ post_id: string; number: number }[]> {
  const answer = eb
    .selectFrom('comments as answer')
    .where('answer.parent_id', '=', row('comments').id)
    .where('answer.author_id', 'is distinct from', userId);
  const { count } = eb.fn;
  return await tx
    .with(
      (cte) => cte('own').materialized(),
      (cte) =>
        cte
          .selectFrom('comments')
          .select(['comments.id', 'comments.removal', fact(exists(answer)).as('answered')])
          .where('comments.author_id', '=', userId),
    )
    .with('emptied', (cte) =>
      cte
        .updateTable('comments')
        .from('own')
        .set(emptied)
        .where('own.answered', '=', true)
        .whereRef('comments.id', '=', 'own.id')
        .returning(['comments.post_id', 'own.removal']),
    )
    .with('gone', (cte) =>
      cte
        .deleteFrom('comments')
        .using('own')
        .where('own.answered', '=', false)
        .whereRef('comments.id', '=', 'own.id')
        .returning(['comments.post_id', 'own.removal']),
    )
    .selectFrom((from) =>
      from.selectFrom('emptied').selectAll().unionAll(from.selectFrom('gone').selectAll()).as('each'),
    )
    .select('each.post_id')
    .select(
      eb
        .cast<number>(count(sql.ref('each.post_id')).filterWhere(sql.ref('each.removal'), 'is', null), 'integer')
        .as('number'),
    )
    .groupBy('each.post_id')
    .execute();
}
