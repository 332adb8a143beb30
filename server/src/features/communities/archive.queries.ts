import { sql } from 'kysely';
import { ownRows } from '#platform/database/pages.ts';

interface OwnMembershipRow {
  place: number;
  handle: string;
  name: string;
  description: string;
  visibility: string;
  roles: string[];
  can_edit: boolean;
}

/** The communities that a person is a member of, with their roles there, and whether they may edit it. */
export const ownMemberships = ownRows<OwnMembershipRow>(500, async (db, { userId, after, size }) => {
  const { rows } = await sql<OwnMembershipRow>`
    select member.joined as place, communities.handle, communities.name, communities.description, communities.visibility,
      held.roles, held.can_edit
    from community_members member
      join communities on communities.id = member.community_id
      cross join lateral (
        select coalesce(array_agg(roles.name order by roles.id), '{}') as roles,
          coalesce(bool_or('community:edit' = any(roles.permissions)), false) as can_edit
        from community_role_holders holder join community_roles roles on roles.id = holder.role_id
        where holder.community_id = member.community_id and holder.user_id = member.user_id
      ) held
    where member.user_id = ${userId} and member.joined > ${after?.place ?? 0}
    order by member.joined limit ${size}`.execute(db);
  return rows;
});
