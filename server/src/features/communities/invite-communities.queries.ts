import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';
import { row } from '#platform/database/expressions.ts';
import { opensEditing } from './communities.access.ts';
import { type CommunityRow, communityColumns } from './communities.queries.ts';

/** The pairs whose person may edit the community. */
export async function findEditorsAmong(
  db: Db,
  pairs: readonly { communityId: string; userId: string }[],
): Promise<{ communityId: string; userId: string }[]> {
  const { rows } = await sql<{ communityId: string; userId: string }>`
    select distinct held.community_id as "communityId", held.user_id as "userId"
    from unnest(${pairs.map(({ communityId }) => communityId)}::uuid[], ${pairs.map(({ userId }) => userId)}::uuid[])
      as pair (community_id, user_id)
    join community_role_holders held on held.community_id = pair.community_id and held.user_id = pair.user_id
    join community_roles roles on roles.id = held.role_id
    where ${opensEditing(row('community_roles', 'roles'))}`.execute(db);
  return rows;
}

export async function findCommunities(
  db: Db,
  ids: readonly string[],
): Promise<Pick<CommunityRow, 'id' | 'handle' | 'name' | 'profile_path'>[]> {
  return await db.selectFrom('communities').select(communityColumns).where('communities.id', 'in', ids).execute();
}

/**
 * Makes somebody a member with the role user, and updates the count; false if they're a member already. The community
 * must be locked.
 */
export async function insertMemberOf(tx: Tx, communityId: string, userId: string): Promise<boolean> {
  const added = await tx
    .insertInto('community_members')
    .values({ community_id: communityId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('joined')
    .executeTakeFirst();
  if (!added) return false;
  await tx
    .insertInto('community_role_holders')
    .columns(['community_id', 'user_id', 'role_id'])
    .expression((roles) =>
      roles
        .selectFrom('community_roles')
        .select(['community_id', sql<string>`${userId}::uuid`.as('user_id'), 'id as role_id'])
        .where('community_id', '=', communityId)
        .where('kind', '=', 'user'),
    )
    .execute();
  await tx
    .updateTable('community_sizes')
    .set((size) => ({ member_count: size('member_count', '+', 1) }))
    .where('community_id', '=', communityId)
    .execute();
  return true;
}
