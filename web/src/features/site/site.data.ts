import { readSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';

/** The site: its name, and who may register. */
export const siteOptions = queryOptions({
  queryKey: ['site'],
  queryFn: async ({ signal }) => (await call(readSite, {}, { signal })).site,
  staleTime: 60_000,
});
