import * as calls from '@hubbub/contract/features/search/search.endpoints.ts';
import { type Http, hotRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { searchUsers } from './search.service.ts';

/** The calls of search. */
export function registerSearchRoutes(http: Http): void {
  const { platform } = http;

  hotRoute(http, calls.searchUsers, { limits: [perPerson('search')] }, ({ query, tokenHash }) =>
    searchUsers(platform, tokenHash, query),
  );
}
