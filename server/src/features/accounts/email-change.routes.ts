import * as calls from '@hubbub/contract/features/accounts/email.endpoints.ts';
import { type Http, route } from '#platform/http/route.ts';
import { perAddress, perPerson } from '#platform/rate-limits/rate-limits.ts';
import type { Admission } from './accounts.service.ts';
import { completeEmailChange, requestEmailChange, undoEmailChange } from './email-change.service.ts';
import { originOf } from './security.service.ts';

/**
 * The calls for an account's address.
 * @param admission which addresses the site takes
 */
export function registerEmailChangeRoutes(http: Http, admission: Pick<Admission, 'checkEmail'>): void {
  const { platform } = http;

  route(http, calls.requestEmailChange, { limits: [perPerson('email-change')] }, async ({ body, session, request }) => {
    await requestEmailChange(platform, admission, session, { email: body.email, origin: originOf(request) });
    return {};
  });

  route(http, calls.completeEmailChange, { limits: [perAddress('activate')] }, async ({ body, request }) => {
    await completeEmailChange(platform, admission, { token: body.token, origin: originOf(request) });
    return {};
  });

  route(http, calls.undoEmailChange, { limits: [perAddress('activate')] }, async ({ body, request }) => {
    const { token, expiresAt } = await undoEmailChange(platform, { token: body.token, origin: originOf(request) });
    return { reset_token: { token, expiry: expiresAt.toISOString() } };
  });
}
