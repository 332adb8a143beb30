import { readSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';

/** The site: its name, and who may register. */
export const siteOptions = queryOptions({
  queryKey: ['site'],
  queryFn: async ({ signal }) => (await call(readSite, {}, { signal })).site,
  staleTime: 60_000,
});

/** For how many days people can change their mind after deleting their account; 0 until that's known. */
export const useGraceDays = (): number => useQuery(siteOptions).data?.deletion_grace_days ?? 0;
