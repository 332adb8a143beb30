import * as calls from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Http, route } from '#platform/http/route.ts';
import type { Platform } from '#platform/platform.ts';
import { networkOf } from '#platform/rate-limits/address.ts';
import { type LimitSubject, perAddress, perPerson } from '#platform/rate-limits/rate-limits.ts';
import type { UserRow } from './accounts.queries.ts';
import {
  type Admission,
  changePassword,
  checkOldPassword,
  checkPassword,
  createAccount,
  getOwnUser,
  logOut,
  nameAccount,
  resetPassword,
  startRegistration,
  startSession,
} from './accounts.service.ts';
import { viewEntering, viewOwnUser } from './accounts.view.ts';
import { activateAccount, declineActivation, findActivation } from './activation.service.ts';
import { cancelDeletion, deactivateAccount, deleteAccount, findReturn } from './away.service.ts';
import { requestCode, validateCode } from './codes.service.ts';
import { requireMayDelete } from './confirmation.service.ts';
import { accountKey, deviceCookie, identifyVisitor, rememberDevice, type Visitor } from './devices.service.ts';
import { findLoginLink, useLoginLink } from './login-links.service.ts';
import { choosePasswords } from './new-passwords.service.ts';
import type { Hasher, Passwords } from './passwords.service.ts';
import { originOf } from './security.service.ts';
import { updateAccount } from './usernames.service.ts';

/** Counted on each attempt and reverted on success, so that only failures remain. */
const passwordChangeFailures = [perPerson('password-change-failures')];

/** Identifies the caller, and queues them for password hashing. */
function createVisitors(http: Http, passwords: Passwords, siteName: () => Promise<string>) {
  const device = deviceCookie(http.platform.config);
  return {
    device,
    chooseWith: choosePasswords(siteName),
    visitorOf: (request: FastifyRequest) => visitorOf(http, request),
    enqueue: <T>(request: FastifyRequest, use: (hasher: Hasher) => Promise<T>) =>
      passwords.enqueue(networkOf(request.ip), use),
    enqueueAs: <T>(visitor: Visitor, use: (hasher: Hasher) => Promise<T>) =>
      passwords.enqueue(visitor.network, use, { isKnown: visitor.knows.length > 0 }),
  };
}

type Visitors = ReturnType<typeof createVisitors>;

/**
 * The calls for registration, sessions, passwords and accounts.
 * @param of `admission`: who may register
 */
export function registerAccountsRoutes(
  http: Http,
  passwords: Passwords,
  { admission, siteName }: { admission: Admission; siteName: () => Promise<string> },
): void {
  const visitors = createVisitors(http, passwords, siteName);
  registerRegistration(http, admission, visitors);
  registerActivation(http);
  registerSessions(http, visitors);
  registerPasswords(http, visitors);
  registerLoginLinks(http, admission, visitors);
  registerOwnAccount(http, visitors);
}

function registerRegistration(http: Http, admission: Admission, { enqueue, chooseWith }: Visitors): void {
  const { platform } = http;

  route(http, calls.registerEmail, { limits: [perAddress('register-email')] }, async ({ body, request }) => ({
    reg_id: await startRegistration(platform, admission, {
      email: body.email,
      invite: body.invite,
      proof: body.proof,
      network: networkOf(request.ip),
    }),
  }));

  route(http, calls.registerUsername, { limits: [perAddress('register-username')] }, async ({ body }) => {
    await nameAccount(platform, body);
    return { username: body.username };
  });

  route(http, calls.createAccount, { limits: [perAddress('create-account')] }, async ({ body, request }) =>
    viewEntering(await enqueue(request, (hasher) => createAccount(platform, admission, chooseWith(hasher), body))),
  );
}

function registerActivation(http: Http): void {
  const { platform } = http;

  route(http, calls.activateAccount, { limits: [perAddress('activate')] }, async ({ body, query }) =>
    viewEntering(await activateAccount(platform, body.token ?? query.token ?? '')),
  );

  route(http, calls.readActivation, { limits: [perAddress('activate')] }, async ({ body }) => {
    const { username, expiresAt } = await findActivation(platform, body.token);
    return { username, expires_at: expiresAt.toISOString() };
  });

  route(http, calls.declineActivation, { limits: [perAddress('activate')] }, async ({ body }) => {
    await declineActivation(platform, body.token);
    return {};
  });
}

function registerSessions(http: Http, { visitorOf, enqueueAs }: Visitors): void {
  const { platform, cookie } = http;

  route(http, calls.logIn, {}, async ({ body, request, reply }) => {
    const visitor = await visitorOf(request);
    await platform.limits.spend('log-in', visitor.key);
    return await enqueueAs(visitor, async (hasher) => {
      const user = await checkPassword(platform, hasher, visitor, body);
      const token = await startSession(platform, hasher, user, {
        password: body.password,
        code: body.code,
        visitor,
      });
      return await letIn(http, { request, reply, visitor, user, token });
    });
  });

  route(http, calls.logOut, {}, async ({ request, reply }) => {
    await endSession(http, request);
    cookie.clear(reply);
    return {};
  });

  route(http, calls.checkSession, {}, () => Promise.resolve({}));
}

function registerPasswords(http: Http, { device, chooseWith, visitorOf, enqueue, enqueueAs }: Visitors): void {
  const { platform } = http;

  route(http, calls.requestCode, {}, async ({ body, request, reply }) => {
    const visitor = await visitorOf(request);
    await platform.limits.spend('code-request', visitor.key);
    await platform.limits.spend('code-request-account', `${accountKey(undefined, body.username)} ${visitor.key}`);
    device.set(reply, await requestCode(platform, visitor, body.username));
    return { username: body.username };
  });

  route(http, calls.validateCode, {}, async ({ body, request }) => {
    const visitor = await visitorOf(request);
    await platform.limits.spend('code-check', visitor.key);
    const { token, expiresAt } = await enqueueAs(visitor, (hasher) => validateCode(platform, hasher, visitor, body));
    return { reset_token: { token, expiry: expiresAt.toISOString() } };
  });

  route(http, calls.resetPassword, {}, async ({ body, query, request, reply }) => {
    const visitor = await visitorOf(request);
    await platform.limits.spend('reset-password', visitor.key);
    const token = body.reset_token ?? query.reset_token ?? '';
    const userId = await enqueueAs(visitor, (hasher) =>
      resetPassword(platform, chooseWith(hasher), { token, password: body.password, origin: visitor.origin }),
    );
    // Someone who reads the person's mail isn't a stranger.
    device.set(reply, await rememberDevice(platform, visitor, userId));
    return {};
  });

  route(http, calls.changePassword, { limits: passwordChangeFailures }, async ({ body, session, request }) => {
    const origin = originOf(request);
    await enqueue(request, async (hasher) => {
      const before = await checkOldPassword(platform, hasher, session, { old_password: body.old_password, origin });
      await platform.limits.reset(passwordChangeFailures, subjectOf(request, session.userId));
      await changePassword(platform, chooseWith(hasher), session, { before, password: body.password, origin });
    });
    return {};
  });
}

/**
 * Limits how many links that open nothing a network can try. @throws {HttpError} 429, and what looking up the link
 * throws
 */
async function countWrong<T>({ limits }: Platform, request: FastifyRequest, find: () => Promise<T>): Promise<T> {
  const network = networkOf(request.ip);
  await limits.spend('login-link-failures', network);
  const found = await find();
  await limits.refund('login-link-failures', network);
  return found;
}

function registerLoginLinks(http: Http, admission: Admission, { chooseWith, visitorOf, enqueue }: Visitors): void {
  const { platform } = http;

  route(http, calls.readLoginLink, { limits: [perAddress('activate')] }, async ({ body, request }) => {
    const person = await countWrong(platform, request, () => findLoginLink(platform, body.token));
    const { username, name } = person;
    return { username, name, ...(person.is_awaited && (await admission.asksRules()) && { asks_rules: true as const }) };
  });

  route(http, calls.useLoginLink, { limits: [perAddress('reset-password')] }, async ({ body, request, reply }) => {
    const visitor = await visitorOf(request);
    await countWrong(platform, request, () => findLoginLink(platform, body.token));
    const { user, sessionToken: token } = await enqueue(request, (hasher) =>
      useLoginLink(platform, admission, chooseWith(hasher), visitor, body),
    );
    return await letIn(http, { request, reply, visitor, user, token });
  });
}

function registerOwnAccount(http: Http, { enqueue }: Visitors): void {
  const { platform, cookie } = http;

  route(http, calls.getOwnUser, {}, async ({ session }) => ({
    user: viewOwnUser(await getOwnUser(platform, session)),
  }));

  route(http, calls.updateUser, { limits: [perPerson('writes')] }, async ({ body, session, request }) => ({
    user: viewOwnUser(await updateAccount(platform, session, { ...body, origin: originOf(request) })),
  }));

  route(http, calls.deleteAccount, { limits: [perPerson('writes')] }, async ({ body, session, request, reply }) => {
    const given = { password: body.password, origin: originOf(request) };
    if (body.password !== undefined) await platform.limits.spend('confirm-failures', session.userId);
    await enqueue(request, (hasher) => requireMayDelete(platform, hasher, session, given));
    await deleteAccount(platform, session, given.origin);
    cookie.clear(reply);
    return {};
  });

  route(http, calls.deactivateAccount, { limits: [perPerson('writes')] }, async ({ session, request, reply }) => {
    await deactivateAccount(platform, session, originOf(request));
    cookie.clear(reply);
    return {};
  });

  route(http, calls.readReturn, { limits: [perAddress('activate')] }, async ({ body }) => {
    const { username, endsAt } = await findReturn(platform, body.token);
    return { username, ends_at: endsAt.toISOString() };
  });

  route(http, calls.cancelDeletion, { limits: [perAddress('activate')] }, async ({ body, request }) => {
    await cancelDeletion(platform, body.token, originOf(request));
    return {};
  });
}

/** The client, as far as the browser's cookie identifies it. */
export function visitorOf({ platform }: Http, request: FastifyRequest): Promise<Visitor> {
  return identifyVisitor(platform, {
    network: networkOf(request.ip),
    token: deviceCookie(platform.config).read(request),
    origin: originOf(request),
  });
}

/** Ends the session a request came with, if any; logging in does so, too (OWASP ASVS 5.0, 7.2.4). */
async function endSession({ platform, cookie }: Http, request: FastifyRequest): Promise<void> {
  const token = cookie.read(request);
  const session = token === undefined ? undefined : await platform.sessions.find(token);
  if (session) await logOut(platform, session, originOf(request));
}

/** Answers a log-in: ends the session before it, and sets the cookies. @param entering `token`: of the new session */
export async function letIn(
  http: Http,
  entering: { request: FastifyRequest; reply: FastifyReply; visitor: Visitor; user: UserRow; token: string },
): Promise<{ user: User }> {
  const { platform, cookie } = http;
  const { request, reply, visitor, user, token } = entering;
  const [deviceToken] = await Promise.all([rememberDevice(platform, visitor, user.id), endSession(http, request)]);
  cookie.set(reply, token);
  deviceCookie(platform.config).set(reply, deviceToken);
  platform.realtime.welcome(request.ip);
  // Read again: a log-in that brings an account back also brings its picture back.
  return { user: viewOwnUser(await getOwnUser(platform, { userId: user.id })) };
}

function subjectOf(request: FastifyRequest, userId: string | null = null): LimitSubject {
  return { address: request.ip, userId };
}
