import { sql, type Updateable } from 'kysely';
import type { Audience } from '#features/rich-text/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { eb, exists, row } from '#platform/database/expressions.ts';
import { postVisibleTo } from './posts.access.ts';
import type { WrittenColumns } from './posts.queries.ts';

/** Who may be mentioned in an existing post: everyone who sees it. */
export const audienceOfEdits: Audience = {
  name: 'post-edits',
  sees: (person, place) =>
    exists(
      eb
        .selectFrom('posts')
        .where('posts.id', '=', eb.cast<string>(place, 'uuid'))
        .where(postVisibleTo(row('posts'), person)),
    ),
};

/**
 * Changes the text of this author's post, unless it was removed, and drops its link preview, which belongs to the text. @returns the people
 * it mentioned before, and whether it was imported; undefined: there's no such post
 */
export async function updateContent(
  tx: Tx,
  { id, authorId, ...change }: Updateable<WrittenColumns> & { id: string; authorId: string; edited_at: Date },
): Promise<{ mentioned: unknown; imported: boolean } | undefined> {
  return await tx
    .updateTable('posts')
    .set({ ...change, link: null })
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .where('removal', 'is', null)
    .returning(sql<unknown>`(select before.mentions from posts before where before.id = posts.id)`.as('mentioned'))
    .returning(sql<boolean>`posts.imported_created_at is not null`.as('imported'))
    .executeTakeFirst();
}
