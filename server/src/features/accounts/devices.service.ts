import { hash } from 'node:crypto';
import type { Config } from '#platform/config/config.ts';
import type { Platform } from '#platform/platform.ts';
import { createCookie, type SessionCookie } from '#platform/sessions/cookie.ts';
import { hashToken, newToken } from '#platform/sessions/sessions.ts';
import { findUsersOfDevice, insertDevice, touchDevice } from './devices.queries.ts';
import type { Origin } from './security.service.ts';

/** The client, as far as it's known without a session. */
export interface Visitor {
  /** As returned by `networkOf`. */
  network: string;
  /** The browser's token; undefined if it sent none. */
  token: string | undefined;
  /** The accounts that have logged in with this browser. */
  knows: readonly string[];
  /** Where the request comes from, for the account's owner and the log. */
  origin: Origin;
  /**
   * Whom limits count that aren't about a particular account: a browser that someone has logged in with counts on its
   * own.
   */
  key: string;
}

/*
 * Limits on failed log-ins and codes count a browser that has logged in before on its own, so that a stranger can't use them up and
 * lock the owner out. Such a browser has a random token in a cookie that grants nothing; its hash is stored with the accounts that have
 * logged in there. All other failures count by account and network, and by a wider limit for the account as a whole. Someone locked out
 * on a new browser can reset the password by mail, which makes that browser known.
 */

/** Days a device cookie lasts: as long as browsers allow. */
export const deviceDays = 400;

/** The format of our tokens. */
const deviceToken = /^[\w-]{43}$/;

/** Tells a browser that it was here before. Grants no access, and stays after logging out. */
export function deviceCookie(config: Config): Pick<SessionCookie, 'read' | 'set'> {
  const { read, set } = createCookie(config, 'hubbub-device', deviceDays);
  return {
    read(request) {
      const token = read(request);
      return token !== undefined && deviceToken.test(token) ? token : undefined;
    },
    set,
  };
}

/** Browsers remembered per account. */
const maxDevices = 50;

/** @param token the browser's cookie */
export async function identifyVisitor(
  { db }: Platform,
  given: { network: string; token: string | undefined; origin: Origin },
): Promise<Visitor> {
  const { network, token, origin } = given;
  if (token === undefined) return { network, token, knows: [], origin, key: network };
  const tokenHash = hashToken(token);
  const knows = await findUsersOfDevice(db.reads, tokenHash);
  return {
    network,
    token,
    knows,
    origin,
    key: knows.length > 0 ? `device ${tokenHash.toString('base64url')}` : network,
  };
}

/**
 * Remembers that an account has logged in with a browser. A browser that's new to the account gets a new token, so that no one can have
 * planted the token there.
 * @returns the token for its cookie
 */
export async function rememberDevice({ db, clock }: Platform, visitor: Visitor, userId: string): Promise<string> {
  const { token: before, knows } = visitor;
  if (before !== undefined && knows.includes(userId)) {
    await touchDevice(db.kysely, hashToken(before), userId, clock.now());
    return before;
  }
  const token = newToken();
  const browser = {
    tokenHash: hashToken(token),
    before: before !== undefined && knows.length > 0 ? hashToken(before) : null,
    userId,
  };
  await insertDevice(db.kysely, browser, { now: clock.now(), max: maxDevices });
  return token;
}

/**
 * How limits identify an account: an existing one by id, whether the client sent its username or email; a missing one
 * by the name that was sent.
 */
export function accountKey(user: { id: string } | undefined, identifier: string): string {
  return user?.id ?? hash('sha256', identifier.toLowerCase(), 'base64url');
}

/**
 * Counts a log-in as failed until it succeeds. A browser that has logged in to the account before counts on its own, so that no one
 * else can lock it out; everyone else counts by network, and together by a wider limit.
 * @returns to be called on success
 * @throws {HttpError} 429
 */
export async function countLogIn(
  { limits }: Platform,
  visitor: Visitor,
  account: string,
): Promise<() => Promise<void>> {
  if (visitor.knows.includes(account)) {
    const key = `${account} ${visitor.key}`;
    await limits.spend('log-in-failures-device', key);
    return () => limits.restore('log-in-failures-device', key);
  }
  const key = `${account} ${visitor.network}`;
  await limits.spend('log-in-failures', key);
  await limits.spend('log-in-failures-everywhere', account);
  return async () => {
    await limits.restore('log-in-failures', key);
    await limits.refund('log-in-failures-everywhere', account);
  };
}
