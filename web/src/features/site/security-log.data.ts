import { listSiteSecurity, type SiteSecurityEvent } from '@hubbub/contract/features/site/security.endpoints.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';

export interface SecurityFilter {
  /** Blank: everybody. */
  username: string;
  event: SiteSecurityEvent | undefined;
}

/** Entries per page. */
const pageSize = 30;

/** What happened to everybody's accounts, newest first. */
export const siteSecurityOptions = ({ username, event }: SecurityFilter) =>
  infiniteQueryOptions({
    queryKey: ['site', 'security', username, event],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        size: pageSize,
        ...(username !== '' && { username }),
        ...(event !== undefined && { event }),
        ...(pageParam !== undefined && { before: pageParam }),
      };
      return (await call(listSiteSecurity, { query }, { signal })).entries;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?._id),
  });
