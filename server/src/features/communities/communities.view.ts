import type { Community, Member, Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import { type UserRow, viewAuthor } from '#features/accounts/public.ts';
import type { CommunityRow } from './communities.queries.ts';
import { type Actor, mayAssignRole, mayDeleteRole } from './communities.rules.ts';
import type { RoleRow } from './roles.queries.ts';

type CommunityFacts = Omit<CommunityRow, 'created_at'> & {
  member_count: number;
  joined: boolean;
  can_post: boolean;
  banned: boolean;
};

/** A community as a member or a non-member sees it. */
export function viewCommunity({
  id,
  handle,
  name,
  profile_path,
  member_count,
  joined,
  visibility,
  description,
  can_post,
  banned,
}: CommunityFacts): Community {
  return {
    community_id: id,
    community_handle: handle,
    name,
    profile_path: profile_path ?? defaultProfilePath,
    member_count,
    joined,
    visibility,
    description,
    can_post,
    banned,
  };
}

type MemberRow = Pick<UserRow, 'username' | 'name' | 'profile_path'> & {
  roles: string[];
  /** Null: the member and the viewer don't share it. */
  online: boolean | null;
};

/** A member with their roles. */
export const viewMember = (row: MemberRow): Member => ({ ...viewAuthor(row), roles: row.roles, online: row.online });

/** A role as seen by a member, with whether they may assign it. */
export function viewRole(
  role: Pick<RoleRow, 'id' | 'name' | 'permissions' | 'kind'> & { mine: boolean },
  viewer: Actor,
): Role {
  const { id, name, permissions, mine } = role;
  const [grantable, deletable] = [mayAssignRole(viewer, role), mayDeleteRole(viewer, role)];
  return { role_id: id, name, permissions, mine, grantable, deletable };
}
