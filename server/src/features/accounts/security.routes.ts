import * as calls from '@hubbub/contract/features/accounts/security.endpoints.ts';
import { cursorOf } from '#platform/cursors.ts';
import { type Http, route } from '#platform/http/route.ts';
import { perAddress, perPerson } from '#platform/rate-limits/rate-limits.ts';
import { disownByMail, disownOwn, endOtherSessions, endOwnSession } from './own-sessions.service.ts';
import { originOf, readSecurityLog } from './security.service.ts';
import { viewSecurityEntry, viewSession } from './security.view.ts';

/** The calls for sessions and the security log. */
export function registerSecurityRoutes(http: Http): void {
  const { platform, cookie } = http;

  route(http, calls.listSessions, {}, async ({ session }) => ({
    sessions: (await platform.sessions.listOf(session)).map((row) => viewSession(row, session, platform.clock.now())),
  }));

  route(http, calls.endSession, { limits: [perPerson('writes')] }, async ({ params, session, request, reply }) => {
    const isOwn = await endOwnSession(platform, session, params.session_id, originOf(request));
    if (isOwn) cookie.clear(reply);
    return {};
  });

  route(http, calls.endOtherSessions, { limits: [perPerson('writes')] }, async ({ session, request }) => {
    await endOtherSessions(platform, session, originOf(request));
    return {};
  });

  route(http, calls.disownSession, { limits: [perAddress('activate')] }, async ({ body, request }) => {
    const { token, expiresAt } = await disownByMail(platform, body.token, originOf(request));
    return { reset_token: { token, expiry: expiresAt.toISOString() } };
  });

  route(http, calls.disownOwnSession, { limits: [perPerson('writes')] }, async ({ params, session, request }) => {
    const { token, expiresAt } = await disownOwn(platform, session, params.session_id, originOf(request));
    return { reset_token: { token, expiry: expiresAt.toISOString() } };
  });

  route(http, calls.listSecurityLog, {}, async ({ query, session }) => {
    const { size } = query;
    const before = cursorOf(query.before, 'the _id of an entry');
    return {
      entries: (await readSecurityLog(platform, session, { before, size })).map((row) =>
        viewSecurityEntry(row, session),
      ),
    };
  });
}
