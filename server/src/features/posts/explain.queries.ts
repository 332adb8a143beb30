import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { fact, row, val } from '#platform/database/expressions.ts';
import { isCommunityModeratedBy, isNotBanned, isNotBlocked, postGates } from './posts.access.ts';
import type { ResponseGates } from './posts.rules.ts';

/** A post, and whether a person may see it. */
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
  const gates = postGates(row('posts'), val(viewerId));
  return await db
    .selectFrom('posts')
    .select(['posts.id', 'posts.author_id', 'posts.community_id', 'posts.content'])
    .select([
      sql<boolean>`posts.removal is not null`.as('isRemoved'),
      fact(isNotBlocked(row('posts'), val(viewerId))).as('isNotBlocked'),
      fact(isNotBanned(row('posts'), val(viewerId))).as('isNotBanned'),
      fact(gates.isShown).as('isShown'),
      fact(gates.isInOpenCommunity).as('isInOpenCommunity'),
      fact(gates.isNotApart).as('isNotApart'),
      fact(gates.isAuthorHere).as('isAuthorHere'),
      fact(isCommunityModeratedBy(row('posts'), val(viewerId))).as('isModerator'),
    ])
    .where('posts.id', '=', postId)
    .executeTakeFirst();
}
