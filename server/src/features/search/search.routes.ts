import type { SearchWithout } from '@hubbub/contract/features/search/search.endpoints.ts';
import * as calls from '@hubbub/contract/features/search/search.endpoints.ts';
import { type Http, statementRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import type { LeftOut } from './search.queries.ts';
import { searchUsers } from './search.service.ts';

/**
 * The calls for search.
 * @param without what each value of the parameter `without` leaves out; the features it comes from are registered later
 */
export function registerSearchRoutes(http: Http, without: Readonly<Record<SearchWithout, LeftOut>>): void {
  const { platform } = http;

  statementRoute(http, calls.searchUsers, { limits: [perPerson('search')] }, ({ query, tokenHash }) =>
    searchUsers(platform, tokenHash, {
      query: query.query,
      size: query.size,
      leftOut: query.without && without[query.without],
    }),
  );
}
