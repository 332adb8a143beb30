import type { Conversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/user-search/user-search.endpoints.ts';
import type { Author } from '@hubbub/contract/platform/shapes.ts';
import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { conversationsOptions } from '#features/conversations/conversations.data.ts';
import { otherOf } from '#features/conversations/conversations.rules.ts';
import { call } from '#platform/api-client.ts';
import { useCurrentUser } from '#platform/session.ts';

/** How many people are found at once. */
const most = 10;

/** People by their names and usernames; nobody for an empty search. */
export const peopleOptions = (query: string) =>
  queryOptions({
    queryKey: ['people', query],
    queryFn: async ({ signal }): Promise<readonly Author[]> =>
      (await call(endpoints.searchUsers, { query: { query, size: most } }, { signal })).users,
    enabled: query !== '',
    gcTime: 60_000,
  });

/** People the person has talked to lately, who are the likeliest to be in a group with them. */
export function useRecentPeople(): readonly Author[] {
  const { user_id: ownId } = useCurrentUser();
  const { data = [] } = useInfiniteQuery(conversationsOptions);
  const isWithPerson = ({ is_group, request, blocked }: Conversation) => !is_group && !request && !blocked;
  return data
    .filter(isWithPerson)
    .map((conversation) => otherOf(conversation, ownId))
    .filter(({ _id }) => _id !== null)
    .slice(0, most);
}
