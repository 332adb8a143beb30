import * as calls from '@hubbub/contract/features/search/search.endpoints.ts';
import { listBookmarks } from '#features/posts/public.ts';
import { listSavedMessages } from '#features/rooms/public.ts';
import { type Http, route, sqlJsonRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { find, type Sources } from './search.service.ts';

/** The calls for searching, and for saved items. */
export function registerSearchRoutes(http: Http, sources: Sources): void {
  route(http, calls.find, { limits: [perPerson('search')] }, ({ query, session }) =>
    find(http.platform, sources, session, query),
  );

  sqlJsonRoute(
    http,
    calls.listBookmarks,
    { limits: [perPerson('reads')] },
    ({ query: { in: kind, ...page }, tokenHash }) =>
      (kind === 'messages' ? listSavedMessages : listBookmarks)(http.platform, tokenHash, page),
  );
}
