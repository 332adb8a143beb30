import { readSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#platform/api-client.ts';
import { setSiteName } from '#platform/page-title.ts';

/** The site: its name, and who may register. */
export const siteOptions = queryOptions({
  queryKey: ['site'],
  queryFn: async ({ signal }) => (await call(readSite, {}, { signal })).site,
  staleTime: 60_000,
});

/** For how many days people can change their mind after deleting their account; 0 until that's known. */
export const useGraceDays = (): number => useQuery(siteOptions).data?.deletion_grace_days ?? 0;

/** Pages' titles end in what the site is called. */
export function useSiteTitle(): void {
  const name = useQuery(siteOptions).data?.name;
  useEffect(() => {
    if (name !== undefined) setSiteName(name);
  }, [name]);
}
