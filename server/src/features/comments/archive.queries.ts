import { sql } from 'kysely';
import { ownRows } from '#platform/database/pages.ts';
import { noId } from '#platform/ids.ts';

interface OwnCommentRow {
  comment_id: string;
  post_id: string;
  reply_to: string | null;
  created_at: Date;
  edited_at: Date | null;
  content: string;
  removed: string | null;
}

/** A person's comments and replies, oldest first. */
export const ownComments = ownRows<OwnCommentRow>(200, async (db, { userId, after, size }) => {
  const { rows } = await sql<OwnCommentRow>`
    select id as comment_id, post_id, coalesce(reply_to, parent_id) as reply_to, created_at, edited_at, content,
      removal->>'text' as removed
    from comments where author_id = ${userId} and not deleted and id > ${after?.comment_id ?? noId}
    order by id limit ${size}`.execute(db);
  return rows;
});

/** A person's emoji reactions to comments. */
export const ownCommentReactions = ownRows<{ comment_id: string; emoji: string; created_at: Date }>(
  5000,
  async (db, { userId, after, size }) => {
    return await db
      .selectFrom('comment_reactions')
      .select(['comment_id', 'emoji', 'created_at'])
      .where('user_id', '=', userId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('comment_id', 'emoji'), '>', tuple(after?.comment_id ?? noId, after?.emoji ?? '')),
      )
      .orderBy('comment_id')
      .orderBy('emoji')
      .limit(size)
      .execute();
  },
);
