import * as endpoints from '@hubbub/contract/features/rich-text/rich-text.endpoints.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';

/** Where a text is written: an id, or a community's handle. None of them: a post for everyone. */
export interface TextPlace {
  /** A conversation or channel. */
  conversation?: string | undefined;
  post_id?: string | undefined;
  community?: string | undefined;
}

/** How many people are suggested. */
const most = 6;

/** The people who can see what's written in a place and whose usernames or names match best. */
export function mentionableOptions(place: TextPlace, query: string) {
  return queryOptions({
    queryKey: ['mentionable', place, query],
    queryFn: async ({ signal }) => {
      const { users } = await call(endpoints.findMentionable, { query: { query, size: most, ...place } }, { signal });
      return users;
    },
    enabled: query !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}
