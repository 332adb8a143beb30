import type { Community, Permission, Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import type { CommunityRow } from './communities.queries.ts';
import { type Actor, mayAssignRole } from './communities.rules.ts';

/** A community as one of its members sees it. */
export function viewOfMember(community: CommunityRow & { member_count: number }): Community {
  return {
    community_id: community.id,
    community_handle: community.handle,
    name: community.name,
    profile_path: community.profile_path ?? defaultProfilePath,
    member_count: community.member_count,
    joined: true,
  };
}

/** A role as a member sees it who may or may not give it. */
export function viewRole(
  role: { id: string; name: string; permissions: Permission[]; mine: boolean },
  viewer: Actor,
): Role {
  const { id, name, permissions, mine } = role;
  return { role_id: id, name, permissions, mine, grantable: mayAssignRole(viewer, role) };
}
