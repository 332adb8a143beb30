import * as calls from '@hubbub/contract/features/finding/finding.endpoints.ts';
import { type Http, route } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { find, type Sources } from './finding.service.ts';

/** The call that searches everything. */
export function registerFindingRoutes(http: Http, sources: Sources): void {
  route(http, calls.find, { limits: [perPerson('search')] }, ({ query, session }) =>
    find(http.platform, sources, session, query),
  );
}
