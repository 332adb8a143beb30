import type { RefusalEvent } from '@hubbub/contract/features/accounts/security.endpoints.ts';
import { type HttpError, LacksSiteRole } from '#platform/errors/errors.ts';
import type { CallWatch } from '#platform/http/route.ts';
import type { Platform } from '#platform/platform.ts';
import { originOf, recordFailure } from './security.service.ts';

/** What a refusal is in the log, if it is: somebody lacks a role on the site, or hasn't confirmed that it's them. */
function eventOf(refusal: HttpError): RefusalEvent | undefined {
  if (refusal instanceof LacksSiteRole) return 'team_refused';
  const { error } = refusal.body;
  return refusal.status === 422 && typeof error === 'object' && 'confirm' in error ? 'confirm_needed' : undefined;
}

/** The parts of the API with which the team acts. What it did is in the audit log; from where, in the server's log. */
const teamTags: ReadonlySet<string> = new Set(['site', 'moderation']);

/** Adds what's refused to people with a session to the security log, and what the team does to the server's. */
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
      // Names of people, handles and ids; a link's secret is never in a path of these calls.
      const about = request.params;
      platform.log.info(
        { security: 'call', call: `${method} ${path}`, about, userId, address, requestId },
        'security event',
      );
    },
  };
}
