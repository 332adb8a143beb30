import { getCard } from '@hubbub/contract/features/conversations/card.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';
import { NotFound } from '#platform/errors.ts';

/** Who somebody is, and what the viewer can do about them, also in a community if one is given. */
export const cardOptions = (username: string, community: string | null) =>
  queryOptions({
    queryKey: ['card', username.toLowerCase(), community],
    meta: { offlinePages: 1 },
    queryFn: ({ signal }) =>
      call(getCard, { params: { username }, query: community === null ? {} : { community } }, { signal }),
    retry: (count, error) => !(error instanceof NotFound) && count < 3,
  });
