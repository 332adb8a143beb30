import type { RefusalEvent } from '@hubbub/contract/features/accounts/security.endpoints.ts';
import { type HttpError, LacksSiteRole } from '#platform/errors/errors.ts';
import type { CallWatch } from '#platform/http/route.ts';
import type { Platform } from '#platform/platform.ts';
import { originOf, recordFailure } from './security.service.ts';

/**
 * The security log's event for a refusal; undefined if it has none. Only missing team roles and unconfirmed sessions
 * have one.
 */
function eventOf(refusal: HttpError): RefusalEvent | undefined {
  if (refusal instanceof LacksSiteRole) return 'team_refused';
  const { error } = refusal.body;
  return refusal.status === 422 && typeof error === 'object' && 'confirm' in error ? 'confirm_needed' : undefined;
}

/** The parts of the API that the team acts with. The audit log has what they did; the server's log, from where. */
const teamTags: ReadonlySet<string> = new Set(['site', 'moderation']);

/** Adds refused calls of signed-in people to the security log, and the team's calls to the server's log. */
export function watchCalls(platform: Platform): CallWatch {
  return {
    refused({ session: { userId, tokenHash }, request }, refusal) {
      const event = eventOf(refusal);
      if (event) recordFailure(platform, { userId, event, origin: originOf(request), tokenHash });
    },
    done({ endpoint, session: { userId }, request }) {
      const { method, path, tag } = endpoint;
      if (method === 'GET' || !teamTags.has(tag)) return;
      const { address, requestId } = originOf(request);
      // Only usernames, handles and ids: the paths of these calls never contain a link's secret.
      const about = request.params;
      platform.log.info(
        { security: 'call', call: `${method} ${path}`, about, userId, address, requestId },
        'security event',
      );
    },
  };
}
