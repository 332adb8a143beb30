import type { Community, Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { communityKey, forgetCommunity } from '#features/communities/communities.data.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

/** Deletes a community. */
export function useDeleteCommunity(community: Community, onDeleted: () => void) {
  const client = useQueryClient();
  const { community_handle: handle } = community;
  return useChange({
    fails: 'here',
    mutationFn: () => call(endpoints.deleteCommunity, { params: { handle }, body: { handle } }),
    onSuccess: () => {
      forgetCommunity(client, community);
      onDeleted();
    },
  });
}

function refetch(client: QueryClient, handle: string): void {
  for (const part of ['roles', 'channels', 'members', 'permissions']) {
    void client.invalidateQueries({ queryKey: communityKey(handle, part) });
  }
}

/** Changes a role, for everyone who holds it. */
export function useUpdateRole(handle: string) {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: async ({ role_id, ...body }: Pick<Role, 'role_id' | 'name' | 'permissions'>) =>
      (await call(endpoints.updateRole, { params: { handle, role_id }, body })).role,
    onSuccess: () => refetch(client, handle),
  });
}

/** Deletes a role, and with it the access it gave. */
export function useDeleteRole(handle: string, onDeleted: () => void) {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: (role_id: string) => call(endpoints.deleteRole, { params: { handle, role_id } }),
    onSuccess: () => {
      refetch(client, handle);
      onDeleted();
    },
  });
}
