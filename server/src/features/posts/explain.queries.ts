import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { isCommunityModeratedByText, isNotBannedText, isNotBlockedText, postGatesText } from './posts.access.ts';
import type { ResponseGates } from './posts.rules.ts';

/** A post for somebody who may or may not see it. */
export interface FoundPost extends ResponseGates {
  id: string;
  author_id: string;
  community_id: string | null;
  content: string;
  /** Whether they moderate the community it's in. */
  isModerator: boolean;
  isRemoved: boolean;
}

/** Undefined: there's no such post. */
export async function findGated(db: Db, postId: string, viewerId: string): Promise<FoundPost | undefined> {
  const gates = postGatesText('posts', 'viewer.id');
  return await db
    .selectFrom('posts')
    .crossJoin(sql<{ id: string }>`(select ${viewerId}::uuid as id)`.as('viewer'))
    .select(['posts.id', 'posts.author_id', 'posts.community_id', 'posts.content'])
    .select([
      sql<boolean>`posts.removal is not null`.as('isRemoved'),
      sql.raw<boolean>(isNotBlockedText('posts', 'viewer.id')).as('isNotBlocked'),
      sql.raw<boolean>(isNotBannedText('posts', 'viewer.id')).as('isNotBanned'),
      sql.raw<boolean>(gates.isShown).as('isShown'),
      sql.raw<boolean>(gates.isInOpenPlace).as('isInOpenPlace'),
      sql.raw<boolean>(gates.isNotApart).as('isNotApart'),
      sql.raw<boolean>(gates.isAuthorHere).as('isAuthorHere'),
      sql.raw<boolean>(isCommunityModeratedByText('posts', 'viewer.id')).as('isModerator'),
    ])
    .where('posts.id', '=', postId)
    .executeTakeFirst();
}
