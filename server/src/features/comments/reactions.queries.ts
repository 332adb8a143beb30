import type { Reaction } from '@hubbub/contract/features/reactions/reactions.shapes.ts';
import { sql } from 'kysely';
import { type ReactionTable, reactionFits, reactionsJson } from '#features/reactions/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { type Id, type Value, val } from '#platform/database/expressions.ts';
import { jsonValue } from '#platform/database/json.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    comment_reactions: { comment_id: string; emoji: string; user_id: string; created_at: Date };
  }
}

export const commentReactions: ReactionTable = { table: 'comment_reactions', thing: 'comment_id' };

/** A comment's reactions as JSON text. */
export const reactionsOf = (commentId: Id, viewerId: Id): Value<string> =>
  reactionsJson(commentReactions, commentId, viewerId);

/** A comment's reactions as somebody sees them. */
export async function readReactions(db: Db, id: string, userId: string): Promise<Reaction[]> {
  const { reactions } = await db
    .selectNoFrom(jsonValue<Reaction[]>(reactionsOf(val(id), val(userId))).as('reactions'))
    .executeTakeFirstOrThrow();
  return reactions;
}

/** Locks a comment, so that its reactions can't change. @returns false if it doesn't exist or was deleted */
export async function lockComment(tx: Tx, id: string): Promise<boolean> {
  const comment = await tx
    .selectFrom('comments')
    .select('id')
    .where('id', '=', id)
    .where('deleted', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return comment !== undefined;
}

/** Adds a reaction to a locked comment. @returns false if the comment has the maximum number of emoji */
export async function insertReaction(
  tx: Tx,
  { commentId, userId, emoji, now }: { commentId: string; userId: string; emoji: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`insert into comment_reactions as kept (comment_id, emoji, user_id, created_at)
    select given.id, given.emoji, ${userId}::uuid, ${now}::timestamptz
    from (select ${commentId}::uuid as id, ${emoji}::text as emoji) given
    where ${reactionFits(commentReactions, sql.ref('given.id'), sql.ref('given.emoji'))}
    on conflict (comment_id, emoji, user_id) do update set created_at = kept.created_at
    returning kept.emoji`.execute(tx);
  return rows.length > 0;
}

export async function deleteReaction(
  tx: Tx,
  { commentId, userId, emoji }: { commentId: string; userId: string; emoji: string },
): Promise<void> {
  await tx
    .deleteFrom('comment_reactions')
    .where('comment_id', '=', commentId)
    .where('user_id', '=', userId)
    .where('emoji', '=', emoji)
    .execute();
}
