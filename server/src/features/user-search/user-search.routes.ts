import { findMentionable } from '@hubbub/contract/features/rich-text/rich-text.endpoints.ts';
import type { SearchWithout } from '@hubbub/contract/features/user-search/user-search.endpoints.ts';
import * as calls from '@hubbub/contract/features/user-search/user-search.endpoints.ts';
import type { Audience } from '#features/rich-text/public.ts';
import { type Http, statementRoute } from '#platform/http/route.ts';
import { isId, noId } from '#platform/ids.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import type { LeftOut } from './user-search.queries.ts';
import { searchUsers } from './user-search.service.ts';

const places = ['conversation', 'post_id', 'community'] as const;
type Place = (typeof places)[number];

/**
 * The calls for search.
 * @param without who's left out for each value of the parameter `without`, from features that are registered later
 * @param audiences who sees the texts in each kind of place that a parameter names, from features that are registered later
 */
export function registerUserSearchRoutes(
  http: Http,
  without: Readonly<Record<SearchWithout, LeftOut>>,
  audiences: Readonly<Record<Place, readonly Audience[]>>,
): void {
  const { platform } = http;

  statementRoute(http, calls.searchUsers, { limits: [perPerson('search')] }, ({ query, tokenHash }) =>
    searchUsers(platform, tokenHash, {
      query: query.query,
      size: query.size,
      among: query.without && { name: `without-${query.without}`, leftOut: without[query.without] },
    }),
  );

  statementRoute(http, findMentionable, { limits: [perPerson('search')] }, ({ query, tokenHash }) => {
    const place = places.find((name) => query[name] !== undefined);
    return searchUsers(platform, tokenHash, {
      query: query.query,
      size: query.size,
      // Anything that can't be an id is no place.
      place: place === undefined || place === 'community' || isId(query[place] ?? '') ? place && query[place] : noId,
      among: place && { name: `in-${place}`, audiences: audiences[place] },
    });
  });
}
