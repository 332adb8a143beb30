import type { SearchWithout } from '@hubbub/contract/features/search/search.endpoints.ts';
import * as calls from '@hubbub/contract/features/search/search.endpoints.ts';
import { type Http, statementRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import type { LeftOut } from './search.queries.ts';
import { searchUsers } from './search.service.ts';

/**
 * The calls of search.
 * @param without what each value of the parameter `without` leaves out; the features whose it is come later in the order
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
