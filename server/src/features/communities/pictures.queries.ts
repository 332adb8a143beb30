import { sql } from 'kysely';
import { fileGuard } from '#features/media/public.ts';
import type { Db } from '#platform/database/database.ts';
import { eb, exists, row } from '#platform/database/expressions.ts';
import { viewer } from '#platform/database/session-statement.ts';
import { isKnownTo } from './communities.access.ts';

/**
 * Private communities, at most a hundred, with pictures that anybody with the path could load. The index has this
 * condition.
 */
export async function listOpenPictures(db: Db): Promise<{ id: string }[]> {
  return await db
    .selectFrom('communities')
    .select('id')
    .where('visibility', '=', sql.lit('private'))
    .where('profile_path', 'not like', sql.lit('%-private%'))
    .limit(100)
    .execute();
}

/** Who may see the pictures of private communities: everyone who may know about the community. */
export const guardCommunityPictures = fileGuard('communities-picture', (isAsked) =>
  exists(
    eb
      .selectFrom('media_files')
      .innerJoin('communities', 'communities.id', 'media_files.owner_id')
      .where(isAsked)
      .whereRef('communities.profile_path', '=', 'media_files.path')
      .where(isKnownTo(row('communities'), viewer)),
  ),
);
