import * as calls from '@hubbub/contract/features/accounts/usernames.endpoints.ts';
import { type Http, route } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { keepUsernames, readUsernames } from './usernames.service.ts';

/** The calls for former usernames. */
export function registerUsernamesRoutes(http: Http): void {
  const { platform } = http;

  route(http, calls.readUsernames, {}, async ({ session }) => ({ usernames: await readUsernames(platform, session) }));

  route(http, calls.keepUsernames, { limits: [perPerson('writes')] }, async ({ body, session }) => ({
    usernames: await keepUsernames(platform, session, body.keep),
  }));
}
