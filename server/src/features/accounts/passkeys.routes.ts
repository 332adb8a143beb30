import * as calls from '@hubbub/contract/features/accounts/passkeys.endpoints.ts';
import { type Http, route } from '#platform/http/route.ts';
import { perAddress, perPerson } from '#platform/rate-limits/rate-limits.ts';
import { letIn, visitorOf } from './accounts.routes.ts';
import type { PasskeyRow } from './passkeys.queries.ts';
import {
  addPasskey,
  listPasskeys,
  logInWithPasskey,
  preparePasskey,
  preparePasskeyLogIn,
  removePasskey,
  renamePasskey,
} from './passkeys.service.ts';
import { viewPasskey } from './passkeys.view.ts';
import { originOf } from './security.service.ts';

const writes = { limits: [perPerson('writes')] };

/**
 * The calls for passkeys and for logging in with them.
 * @param siteName how devices name the site
 */
export function registerPasskeysRoutes(http: Http, siteName: () => Promise<string>): void {
  const { platform } = http;
  const view = (row: PasskeyRow) => viewPasskey(row, platform.config.publicUrl);

  route(http, calls.listPasskeys, {}, async ({ session }) => ({
    passkeys: (await listPasskeys(platform, session)).map(view),
  }));

  route(http, calls.preparePasskey, writes, async ({ session }) => preparePasskey(platform, session, await siteName()));

  route(http, calls.addPasskey, writes, async ({ body, session, request }) => {
    const { name, ...answer } = body;
    return { passkey: view(await addPasskey(platform, session, { answer, name, origin: originOf(request) })) };
  });

  route(http, calls.renamePasskey, writes, async ({ params, body, session }) => ({
    passkey: view(await renamePasskey(platform, session, { passkeyId: params.passkey_id, name: body.name })),
  }));

  route(http, calls.removePasskey, writes, async ({ params, session, request }) => {
    await removePasskey(platform, session, { passkeyId: params.passkey_id, origin: originOf(request) });
    return {};
  });

  route(http, calls.preparePasskeyLogIn, { limits: [perAddress('passkey-options')] }, () =>
    preparePasskeyLogIn(platform),
  );

  route(http, calls.logInWithPasskey, {}, async ({ body, request, reply }) => {
    const visitor = await visitorOf(http, request);
    await platform.limits.spend('log-in', visitor.key);
    const { user, token } = await logInWithPasskey(platform, visitor, body);
    return await letIn(http, { request, reply, visitor, user, token });
  });
}
