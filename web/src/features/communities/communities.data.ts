import type { Community, Member, Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/communities/communities.endpoints.ts';
import type { CommunityChange } from '@hubbub/contract/features/communities/communities.events.ts';
import type { EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import { withRole } from '#features/communities/communities.rules.ts';
import { type CallOptions, call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { callQueued } from '#platform/outbox.ts';
import { storeCommunity } from '#platform/session.ts';
import { toast } from '#ui/toast/toasts.ts';

const lists = ['communities'] as const;

/** The query key for a community's data; the last part says which: `communityKey('tea', 'channels')`. */
export function communityKey(handle: string, ...part: readonly string[]) {
  return ['community', handle.toLowerCase(), ...part];
}

type Joined = InfiniteData<Community[], string | undefined>;

/** The communities the caller has joined, in joining order, one page at a time. */
export const joinedOptions = infiniteQueryOptions({
  queryKey: ['joined-communities'],
  meta: { offlinePages: 10 },
  queryFn: async ({ pageParam, signal }) =>
    (await call(endpoints.joinedCommunities, { query: { after: pageParam } }, { signal })).communities,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => (page.length < limits.page.joined ? undefined : page.at(-1)?.community_id),
});

/** The ten communities with the most members. */
export const popularOptions = queryOptions({
  queryKey: [...lists, 'popular'],
  meta: { offlinePages: 1 },
  queryFn: async ({ signal }) => (await call(endpoints.popularCommunities, {}, { signal })).communities,
  staleTime: 60_000,
});

/** How many cards of the directory come at once. */
const directoryPage = 20;

/** All public communities, those with the most members first, one page at a time. */
export const directoryOptions = infiniteQueryOptions({
  queryKey: ['community-directory'],
  meta: { offlinePages: 2 },
  queryFn: async ({ pageParam, signal }) => {
    const query = { size: directoryPage, ...(pageParam !== undefined && { before: pageParam }) };
    return (await call(endpoints.popularCommunities, { query }, { signal })).communities;
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => (page.length < directoryPage ? undefined : page.at(-1)?.community_id),
  staleTime: 60_000,
});

/** The ten communities whose names and handles match best. */
export function searchOptions(query: string) {
  return queryOptions({
    queryKey: [...lists, 'search', query],
    queryFn: async ({ signal }) => {
      const input = { query: { query, size: limits.page.communities } };
      return (await call(endpoints.searchCommunities, input, { signal })).communities;
    },
    enabled: query !== '',
    gcTime: 60_000,
  });
}

/** One community. Rejects with `NotFound` for an unknown handle. */
export function communityOptions(handle: string) {
  return queryOptions({
    queryKey: communityKey(handle, 'self'),
    meta: { offlinePages: 1 },
    queryFn: async ({ signal }) => (await call(endpoints.readCommunity, { params: { handle } }, { signal })).community,
  });
}

/** A community's roles, for its members. */
export function rolesOptions(handle: string) {
  return queryOptions({
    queryKey: communityKey(handle, 'roles'),
    meta: { offlinePages: 1 },
    queryFn: async ({ signal }) => (await call(endpoints.listRoles, { params: { handle } }, { signal })).roles,
  });
}

/** The caller's permissions in a community. */
export function permissionsOptions(handle: string) {
  return queryOptions({
    queryKey: communityKey(handle, 'permissions'),
    meta: { offlinePages: 1 },
    queryFn: async ({ signal }) =>
      (await call(endpoints.myPermissions, { params: { handle } }, { signal })).permissions,
  });
}

type MemberPage = EndpointAnswer<typeof endpoints.listMembers>;
type Members = InfiniteData<MemberPage, string | undefined>;

/** A community's members in joining order, or those matching a text, one page at a time. */
export function membersOptions(handle: string, query = '') {
  return infiniteQueryOptions({
    queryKey: communityKey(handle, 'members', query),
    meta: { offlinePages: 1 },
    queryFn: ({ pageParam, signal }) =>
      call(
        endpoints.listMembers,
        { params: { handle }, query: { after: pageParam, ...(query !== '' && { query }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // The previous list stays while a search is running, but never another community's list.
    placeholderData: (previous, of) => (of?.queryKey[1] === handle.toLowerCase() ? previous : undefined),
  });
}

function inPages<Page, Cursor>(data: InfiniteData<Page, Cursor> | undefined, change: (page: Page) => Page) {
  return data === undefined ? undefined : { ...data, pages: data.pages.map(change) };
}

/** Updates a community everywhere it's shown, from the server's answer. */
function refresh(client: QueryClient, community: Community): void {
  const put = (list: Community[]) =>
    list.map((other) => (other.community_id === community.community_id ? community : other));
  client.setQueryData(communityOptions(community.community_handle).queryKey, community);
  client.setQueriesData<Community[]>({ queryKey: lists }, (list) => list && put(list));
  for (const { queryKey } of [joinedOptions, directoryOptions])
    client.setQueryData<Joined>(queryKey, (data) => inPages(data, put));
}

/** Adds the community to the rail right away; the server's version is fetched afterwards. */
function enter(client: QueryClient, community: Community): void {
  refresh(client, community);
  client.setQueryData<Joined>(joinedOptions.queryKey, (data) => {
    if (data === undefined) return undefined;
    const known = data.pages.some((page) => page.some(({ community_id }) => community_id === community.community_id));
    if (known) return data;
    const last = data.pages.length - 1;
    return { ...data, pages: data.pages.map((page, index) => (index === last ? [...page, community] : page)) };
  });
  void client.invalidateQueries({ queryKey: joinedOptions.queryKey });
}

/**
 * Joins a community, with the code of an invite if it's private, and remembers it as the open one.
 * @param fails 'here' if the page shows a failure itself
 */
export function useJoinCommunity(invite?: string, fails?: 'here') {
  const client = useQueryClient();
  return useChange({
    undone: "you haven't joined",
    fails,
    mutationFn: async (handle: string) => {
      const body = invite === undefined ? {} : { invite };
      const { community } = await callQueued(
        endpoints.joinCommunity,
        { params: { handle }, body },
        `Joining ${handle}`,
      );
      return community;
    },
    onWaiting: () => toast.success("You'll join as soon as you're connected again."),
    onSuccess: async (community) => {
      storeCommunity(community.community_handle);
      enter(client, community);
      // Data that only members can load was refused before, and those errors must not linger.
      await client.resetQueries({
        queryKey: communityKey(community.community_handle),
        predicate: ({ queryKey }) => queryKey[2] !== 'self',
      });
    },
  });
}

/** The person is no longer in a community: removes it from the rail, and members-only data from the cache. */
export function forgetCommunity(client: QueryClient, { community_id, community_handle }: Community): void {
  storeCommunity(null);
  client.setQueryData<Joined>(joinedOptions.queryKey, (data) =>
    inPages(data, (page) => page.filter((other) => other.community_id !== community_id)),
  );
  client.removeQueries({
    queryKey: communityKey(community_handle),
    predicate: ({ queryKey }) => queryKey[2] !== 'self',
  });
  void client.invalidateQueries({ queryKey: communityKey(community_handle) });
  void client.invalidateQueries({ queryKey: lists });
}

/** Leaves a community. */
export function useLeaveCommunity() {
  const client = useQueryClient();
  return useChange({
    mutationFn: async (community: Community) => {
      await callQueued(
        endpoints.leaveCommunity,
        { params: { handle: community.community_handle } },
        `Leaving ${community.name}`,
      );
      return community;
    },
    fails: 'alert',
    onWaiting: (community) => forgetCommunity(client, community),
    onSuccess: (community) => forgetCommunity(client, community),
  });
}

interface CommunityFields {
  name: string;
  handle: string;
  description: string;
  visibility: Community['visibility'];
  profile_pic?: readonly File[];
}

interface Sent<More> {
  form: CommunityFields & More;
  options: CallOptions;
}

/** Creates a community, which is added to the rail and becomes the open one. */
export function useCreateCommunity() {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: async ({ form, options }: Sent<{ members_may_post: 'true' | 'false' }>) =>
      (await call(endpoints.createCommunity, { form }, options)).community,
    onSuccess: (community) => {
      storeCommunity(community.community_handle);
      enter(client, community);
      void client.invalidateQueries({ queryKey: lists });
    },
  });
}

/** Changes a community. Resolves to it and to the text that clients show. */
export function useUpdateCommunity(handle: string) {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: async ({ form, options }: Sent<{ removedProfile: 'true' | 'false' }>) => {
      const { community: message, updated } = await call(
        endpoints.updateCommunity,
        { params: { handle }, form },
        options,
      );
      return { message, updated };
    },
    onSuccess: ({ updated }) => {
      storeCommunity(updated.community_handle);
      refresh(client, updated);
    },
  });
}

/** Creates a role and adds it to the list right away. */
export function useCreateRole(handle: string) {
  const client = useQueryClient();
  const { queryKey } = rolesOptions(handle);
  return useChange({
    fails: 'here',
    mutationFn: async (body: Pick<Role, 'name' | 'permissions'>) =>
      (await call(endpoints.createRole, { params: { handle }, body })).role,
    onSuccess: (role) => {
      client.setQueryData(queryKey, (roles) =>
        roles?.some(({ role_id }) => role_id === role.role_id) ? roles : roles && [...roles, role],
      );
      void client.invalidateQueries({ queryKey });
    },
  });
}

export interface Assignment {
  username: string;
  roleId: string;
  holds: boolean;
}

function assign(client: QueryClient, handle: string, { username, roleId, holds }: Assignment): void {
  const change = (member: Member) => (member.username === username ? withRole(member, roleId, holds) : member);
  client.setQueriesData<Members>({ queryKey: communityKey(handle, 'members') }, (data) =>
    inPages(data, (page) => ({ ...page, members: page.members.map(change) })),
  );
}

/** Shown right away, and undone if the server refuses it. Calls run one at a time, in click order. */
export function useAssignRole(handle: string) {
  const client = useQueryClient();
  return useChange({
    scope: { id: `roles:${handle}` },
    mutationFn: ({ username, roleId, holds }: Assignment) =>
      call(holds ? endpoints.assignRole : endpoints.removeRole, {
        params: { handle },
        body: { role_id: roleId, username },
      }),
    fails: 'here',
    show: async (assignment) => {
      await client.cancelQueries({ queryKey: communityKey(handle, 'members') });
      assign(client, handle, assignment);
      const undo = () => {
        assign(client, handle, { ...assignment, holds: !assignment.holds });
        // A call whose answer was lost may still have succeeded.
        void client.invalidateQueries({ queryKey: communityKey(handle, 'members'), predicate: mayRefetch });
      };
      return { undo };
    },
  });
}

/** Which parts of a community to refetch after a change. */
const touched: Record<CommunityChange['changed'], readonly string[]> = {
  community: ['self'],
  channels: ['channels'],
  roles: ['roles', 'channels'],
  members: ['self', 'members'],
  access: ['self', 'permissions', 'roles', 'channels', 'members'],
};

/** A list of members with more pages than this isn't refetched until it's reopened. */
const refetchedPages = 5;

/** Whether to refetch a query as a whole: everything except a list of members that someone has scrolled far down. */
function mayRefetch({ queryKey, state }: Query): boolean {
  return queryKey[2] !== 'members' || ((state.data as Members | undefined)?.pages.length ?? 0) <= refetchedPages;
}

/** Refetches exactly what a change affected. */
export function applyChange(client: QueryClient, { community_handle, changed }: CommunityChange): void {
  for (const part of touched[changed]) {
    void client.invalidateQueries({
      queryKey: communityKey(community_handle, part),
      predicate: mayRefetch,
    });
  }
  if (changed === 'community' || changed === 'access')
    void client.invalidateQueries({ queryKey: joinedOptions.queryKey });
}

/** Refetches everything about a community, because changes were missed while disconnected. */
export function refetchCommunity(client: QueryClient, handle: string): void {
  void client.invalidateQueries({ queryKey: communityKey(handle), predicate: mayRefetch });
  void client.invalidateQueries({ queryKey: joinedOptions.queryKey });
}

/** A community has a new handle: copies its cached data to the new handle, so that nothing flickers. */
export function renameCommunity(client: QueryClient, from: string, to: string): void {
  for (const [[scope, , ...part], data] of client.getQueriesData({ queryKey: communityKey(from) })) {
    if (data === undefined || scope === undefined) continue;
    const known = part[0] === 'self' ? { ...(data as Community), community_handle: to } : data;
    client.setQueryData(communityKey(to, ...(part as string[])), known);
  }
  void client.invalidateQueries({ queryKey: communityKey(to) });
}
