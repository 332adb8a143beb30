import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { commentGates } from './comments.access.ts';

/** A comment as somebody finds it who may or may not see it. */
export interface FoundComment {
  id: string;
  post_id: string;
  isShown: boolean;
  isNotApart: boolean;
}

/** Undefined: there's no such comment. */
export async function findGated(db: Db, commentId: string, viewerId: string): Promise<FoundComment | undefined> {
  const gates = commentGates('comments', 'viewer.id');
  return await db
    .selectFrom('comments')
    .crossJoin(sql<{ id: string }>`(select ${viewerId}::uuid as id)`.as('viewer'))
    .select(['comments.id', 'comments.post_id'])
    .select([sql.raw<boolean>(gates.isShown).as('isShown'), sql.raw<boolean>(gates.isNotApart).as('isNotApart')])
    .where('comments.id', '=', commentId)
    .executeTakeFirst();
}
