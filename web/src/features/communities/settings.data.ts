import type { Community, Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/communities/communities.endpoints.ts';
import type { QueryClient } from '@tanstack/react-query';
import { communityKey, forgetCommunity } from '#features/communities/communities.data.ts';
import { call } from '#platform/api-client.ts';

/** Deletes a community; `typed` is its handle. */
export async function deleteCommunity(client: QueryClient, community: Community, typed: string): Promise<void> {
  const params = { handle: community.community_handle };
  await call(endpoints.deleteCommunity, { params, body: { handle: typed } });
  forgetCommunity(client, community);
}

function refetch(client: QueryClient, handle: string): void {
  for (const part of ['roles', 'channels', 'members', 'permissions']) {
    void client.invalidateQueries({ queryKey: communityKey(handle, part) });
  }
}

/** Changes a role, for everyone who holds it. */
export async function updateRole(
  client: QueryClient,
  handle: string,
  { role_id, ...change }: { role_id: string; name: string; permissions: Role['permissions'] },
): Promise<Role> {
  const { role } = await call(endpoints.updateRole, { params: { handle, role_id }, body: change });
  refetch(client, handle);
  return role;
}

/** Deletes a role, and with it the access it gave. */
export async function deleteRole(client: QueryClient, handle: string, role_id: string): Promise<void> {
  await call(endpoints.deleteRole, { params: { handle, role_id } });
  refetch(client, handle);
}
