import { listChannels } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { listMembers } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { explain } from '@hubbub/contract/features/moderation/explain.endpoints.ts';
import type { EndpointAnswer, EndpointInput } from '@hubbub/contract/platform/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

/** Why somebody can or can't do something. */
export type Explanation = EndpointAnswer<typeof explain>;

/** Asks why somebody can or can't do something. */
export const useAskWhy = () =>
  useChange({
    fails: 'here',
    mutationFn: (query: EndpointInput<typeof explain>['query']) => call(explain, { query }),
  });

/** The channels of a community to choose from, for its members. */
export const choosableChannels = (handle: string) =>
  queryOptions({
    queryKey: ['explain', 'channels', handle.toLowerCase()],
    queryFn: async ({ signal }) => (await call(listChannels, { params: { handle } }, { signal })).channels,
    enabled: handle !== '',
    retry: false,
  });

/** How many people are suggested. */
const suggestions = 8;

/** Members whose name begins with what was typed. */
export const suggestedMembers = (handle: string, query: string) =>
  queryOptions({
    queryKey: ['explain', 'members', handle, query],
    queryFn: async ({ signal }) =>
      (await call(listMembers, { params: { handle }, query: { query, size: suggestions } }, { signal })).members,
    enabled: handle !== '' && query !== '',
    retry: false,
  });
