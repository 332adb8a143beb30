import type { PostCommunity } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import type { Db } from '#platform/database/database.ts';
import { eb, fact, or, row, val } from '#platform/database/expressions.ts';
import { isMemberOf } from './communities.access.ts';

const community = row('communities');

/** A person's communities that a viewer may know about: first those that both are in, then by name. */
export async function listCommunitiesOf(
  db: Db,
  { userId, viewerId, most }: { userId: string; viewerId: string; most: number },
): Promise<PostCommunity[]> {
  const isShared = isMemberOf(community.id, val(viewerId));
  return await db
    .selectFrom('community_members as theirs')
    .innerJoin('communities', 'communities.id', 'theirs.community_id')
    .select(['communities.handle as community_handle', 'communities.name'])
    .select(({ fn }) => fn.coalesce('communities.profile_path', val(defaultProfilePath)).as('profile_path'))
    .where('theirs.user_id', '=', userId)
    .where(or(eb(community.visibility, '=', 'public'), isShared))
    .orderBy(fact(isShared), 'desc')
    .orderBy('communities.name')
    .orderBy('communities.id')
    .limit(most)
    .execute();
}

/** A community's roles, oldest first. */
export async function listRolesOf(db: Db, communityId: string) {
  return await db
    .selectFrom('community_roles')
    .select(['id', 'name', 'permissions'])
    .where('community_id', '=', communityId)
    .orderBy('id')
    .execute();
}
