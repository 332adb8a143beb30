import * as calls from '@hubbub/contract/features/accounts/confirmation.endpoints.ts';
import * as passkeyCalls from '@hubbub/contract/features/accounts/passkeys.endpoints.ts';
import { passkeyAnswer } from '@hubbub/contract/features/accounts/passkeys.shapes.ts';
import { type Http, route } from '#platform/http/route.ts';
import { checkBody } from '#platform/http/validation.ts';
import { networkOf } from '#platform/rate-limits/address.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { confirmSession } from './confirmation.service.ts';
import { confirmWithPasskey, prepareConfirmation } from './passkeys.service.ts';
import type { Passwords } from './passwords.service.ts';
import { originOf } from './security.service.ts';
import { disableTotp, enableTotp, prepareTotp, readTotp } from './totp.service.ts';

/** Counted on each attempt and reverted on success, so that only failures remain. */
const confirmFailures = [perPerson('confirm-failures')];
const writes = { limits: [perPerson('writes')] };

/**
 * The calls for confirming a session, and for one-time codes.
 * @param siteName how authenticator apps name the site
 */
export function registerConfirmationRoutes(http: Http, passwords: Passwords, siteName: () => Promise<string>): void {
  const { platform } = http;

  route(http, calls.confirmSession, { limits: confirmFailures }, async ({ body, session, request }) => {
    const origin = originOf(request);
    const { password } = body;
    if (password === undefined) {
      await confirmWithPasskey(platform, session, { answer: checkBody(passkeyAnswer, body), origin });
    } else {
      const given = { password, origin };
      await passwords.enqueue(networkOf(request.ip), (hasher) => confirmSession(platform, hasher, session, given));
    }
    await platform.limits.reset(confirmFailures, { address: request.ip, userId: session.userId });
    return {};
  });

  route(http, passkeyCalls.prepareConfirmation, writes, async ({ session }) => prepareConfirmation(platform, session));

  route(http, calls.readTotp, {}, async ({ session }) => {
    const { enabled, left } = await readTotp(platform, session);
    return { enabled, recovery_codes_left: left };
  });

  route(http, calls.prepareTotp, writes, async ({ session }) => await prepareTotp(platform, session, await siteName()));

  route(http, calls.enableTotp, writes, async ({ body, session, request }) => ({
    recovery_codes: await enableTotp(platform, session, { code: body.code, origin: originOf(request) }),
  }));

  route(http, calls.disableTotp, writes, async ({ session, request }) => {
    await disableTotp(platform, session, originOf(request));
    return {};
  });
}
