import * as calls from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import type { FastifyRequest } from 'fastify';
import { type Http, route } from '#platform/http/route.ts';
import {
  type LimitSubject,
  perAccount,
  perAccountAndAddress,
  perAddress,
  perPerson,
} from '#platform/rate-limits/rate-limits.ts';
import {
  activateAccount,
  changePassword,
  checkPassword,
  createAccount,
  deleteAccount,
  getOwnUser,
  logOut,
  nameAccount,
  requestCode,
  resetPassword,
  startRegistration,
  startSession,
  updateAccount,
  validateCode,
} from './accounts.service.ts';
import { ownUserView } from './accounts.view.ts';

/** Counted for each log-in and taken back by one that succeeds, so that what stays are the failures. */
const logInFailures = [
  perAccountAndAddress('log-in-failures', 'username'),
  perAccount('log-in-failures-everywhere', 'username'),
];
const passwordChangeFailures = [perPerson('password-change-failures')];

/** The calls of registration, session, password and account. */
export function registerAccountsRoutes(http: Http): void {
  const { platform, cookie } = http;

  route(http, calls.registerEmail, { limits: [perAddress('register-email')] }, async ({ body }) => ({
    reg_id: await startRegistration(platform, body.email),
  }));

  route(http, calls.registerUsername, { limits: [perAddress('register-username')] }, async ({ body }) => {
    await nameAccount(platform, body);
    return { username: body.username };
  });

  route(http, calls.createAccount, { limits: [perAddress('create-account')] }, async ({ body }) => ({
    user: ownUserView(await createAccount(platform, body)),
  }));

  route(http, calls.activateAccount, { limits: [perAddress('activate')] }, async ({ body, query }) => ({
    user: ownUserView(await activateAccount(platform, body.token ?? query.token ?? '')),
  }));

  route(http, calls.logIn, { limits: [perAddress('log-in'), ...logInFailures] }, async ({ body, request, reply }) => {
    const user = await checkPassword(platform, body);
    await platform.limits.forgive(logInFailures, subjectOf(request));
    const token = await startSession(platform, user, body.password);
    await endSession(http, request);
    cookie.set(reply, token);
    return { user: ownUserView(user) };
  });

  route(http, calls.logOut, {}, async ({ request, reply }) => {
    await endSession(http, request);
    cookie.clear(reply);
    return {};
  });

  route(
    http,
    calls.requestCode,
    { limits: [perAddress('code-request'), perAccount('code-request-account', 'username')] },
    async ({ body }) => {
      await requestCode(platform, body.username);
      return { username: body.username };
    },
  );

  route(
    http,
    calls.validateCode,
    { limits: [perAddress('code-check'), perAccount('code-check-account', 'username')] },
    async ({ body }) => {
      const { token, expiresAt } = await validateCode(platform, body);
      return { reset_token: { token, expiry: expiresAt.toISOString() } };
    },
  );

  route(http, calls.resetPassword, { limits: [perAddress('reset-password')] }, async ({ body, query }) => {
    await resetPassword(platform, { token: body.reset_token ?? query.reset_token ?? '', password: body.password });
    return {};
  });

  route(http, calls.changePassword, { limits: passwordChangeFailures }, async ({ body, session, request }) => {
    await changePassword(platform, session, body);
    await platform.limits.forgive(passwordChangeFailures, subjectOf(request, session.userId));
    return {};
  });

  route(http, calls.getOwnUser, {}, async ({ session }) => ({
    user: ownUserView(await getOwnUser(platform, session)),
  }));

  route(http, calls.checkSession, {}, () => Promise.resolve({}));

  route(http, calls.updateUser, { limits: [perPerson('writes')] }, async ({ body, session }) => ({
    user: ownUserView(await updateAccount(platform, session, body)),
  }));

  route(http, calls.deleteAccount, { limits: [perPerson('writes')] }, async ({ session, reply }) => {
    await deleteAccount(platform, session);
    cookie.clear(reply);
    return {};
  });
}

/** Ends the session that a request came with, if there is one; a log-in does so, too (OWASP ASVS 5.0, 7.2.4). */
async function endSession({ platform, cookie }: Http, request: FastifyRequest): Promise<void> {
  const token = cookie.read(request);
  const session = token === undefined ? undefined : await platform.sessions.find(token);
  if (session) await logOut(platform, session);
}

function subjectOf(request: FastifyRequest, userId: string | null = null): LimitSubject {
  return { address: request.ip, userId, body: request.body };
}
