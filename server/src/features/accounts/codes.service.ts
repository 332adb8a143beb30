import { createHmac, randomBytes } from 'node:crypto';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { invalid } from '#platform/errors/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/sessions/sessions.ts';
import { codeMail } from './accounts.mail.ts';
import { findUserByIdentifier, lockUser } from './accounts.queries.ts';
import { hoursAfter, minutesAfter, wholeMinutesUntil } from './accounts.rules.ts';
import { mayMailUnconfirmed } from './activation.service.ts';
import {
  countAttempt,
  deleteCodesOf,
  findUsersOfDevice,
  replaceCode,
  storeCodeOnce,
  takeCode,
} from './devices.queries.ts';
import { accountKey, type Visitor } from './devices.service.ts';
import type { Hasher } from './passwords.service.ts';
import { insertToken } from './tokens.queries.ts';

const codeWrong = () =>
  invalid({ otp: "This code is wrong or has expired. Request a new one if it still doesn't work." });

/** The data of the job that mails a code. Binary values are in base64url. */
export interface CodeRequest {
  identifier: string;
  network: string;
  /** SHA-256 of the browser's token. */
  device: string;
  /** The browser's share of the code: derived from its token, and useless for anything else. */
  seed: string;
  /** Whether the browser came without a cookie, so it may be a client that keeps none. */
  isNew: boolean;
}

/**
 * Requests a one-time code by mail. The work done here, and its time, is the same whether or not the account exists: a job finds out.
 * @returns the token for the browser's cookie, which the code belongs to
 */
export async function requestCode(
  { db, jobs }: Platform,
  { network, token: before }: Visitor,
  identifier: string,
): Promise<string> {
  const token = before ?? newToken();
  await jobs.add(db.kysely, 'accounts.mail-code', {
    identifier,
    network,
    device: hashToken(token).toString('base64url'),
    seed: createHmac('sha256', token).update('one-time code').digest('base64url'),
    isNew: before === undefined,
  });
  return token;
}

/** Six digits from two secrets: the browser has one, the database the other, and neither is enough. */
function codeOf(seed: string, nonce: Buffer): string {
  const number = createHmac('sha256', Buffer.from(seed, 'base64url')).update(nonce).digest().readUIntBE(0, 6);
  return String(number % 10 ** limits.otp.length).padStart(limits.otp.length, '0');
}

/** Where to find the code of a client that keeps no cookies. */
const networkDevice = (network: string) => hashToken(`network ${network}`);

/** Mails a code: the browser's own while it's valid, else a new one. Other people's browsers have their own. */
export async function mailCode(platform: Platform, hasher: Hasher, request: CodeRequest): Promise<void> {
  const { db, clock, log, mail } = platform;
  const nonce = randomBytes(16);
  // Hashed before it's known whether there's an account: the work would show in the time of other responses.
  const codeHash = await hasher.hash(codeOf(request.seed, nonce));
  const user = await findUserByIdentifier(db.reads, request.identifier);
  if (!user || user.email === null) return;
  if (!(await mayMail(platform, request, user.id)) || !(await mayMailUnconfirmed(platform, user))) {
    log.info({ userId: user.id }, 'too many one-time codes requested; none sent');
    return;
  }
  const expiresAt = minutesAfter(clock.now(), limits.otp.minutes);
  const code = { userId: user.id, device: Buffer.from(request.device, 'base64url'), nonce, codeHash, expiresAt };
  const valid = await storeCodeOnce(db.kysely, code, limits.otp.tries, clock.now());
  if (request.isNew) {
    await replaceCode(db.kysely, { ...code, device: networkDevice(request.network) });
  }
  const minutes = wholeMinutesUntil(valid.expiresAt, clock.now());
  await mail.deliver(user.email, codeMail(user.username, codeOf(request.seed, valid.nonce), minutes));
}

/**
 * Strangers use up the mails allowed for their own networks; a browser that has logged in before has its own allowance.
 */
async function mayMail({ db, limits: rateLimits }: Platform, request: CodeRequest, userId: string): Promise<boolean> {
  const { device, network } = request;
  const knows = await findUsersOfDevice(db.reads, Buffer.from(device, 'base64url'));
  if (knows.includes(userId)) return await rateLimits.allows('code-mail-device', `${userId} ${device}`);
  return (
    (await rateLimits.allows('code-mail', `${userId} ${network}`)) &&
    (await rateLimits.allows('code-mail-everywhere', userId))
  );
}

/**
 * Exchanges a one-time code for a reset token, in the browser that requested it or, for clients without cookies, in its network. Each
 * call counts as an attempt.
 * @throws {HttpError} 422 if the code is wrong, used, expired or was tried too often, or the account doesn't exist; 429
 */
export async function validateCode(
  { db, clock, limits: rateLimits }: Platform,
  hasher: Hasher,
  visitor: Visitor,
  given: { username: string; otp: string },
): Promise<{ token: string; expiresAt: Date }> {
  const user = await findUserByIdentifier(db.reads, given.username);
  const account = accountKey(user, given.username);
  const isKnown = visitor.knows.includes(account);
  if (!isKnown) await rateLimits.spend('code-check-account', `${account} ${visitor.network}`);
  const network = networkDevice(visitor.network);
  const device = visitor.token === undefined ? network : hashToken(visitor.token);
  // Also queried for a missing account, so that it takes as long.
  const tried = { userId: user?.id ?? newId(), device, network };
  const codeHash = await countAttempt(db.kysely, tried, limits.otp.tries, clock.now());
  // Only attempts at an existing code count against the account, because without one there's nothing to guess.
  const isBounded =
    isKnown || (await rateLimits.allows('code-tries-everywhere', codeHash === undefined ? `none ${account}` : account));
  const matches = await hasher.verify(codeHash ?? null, given.otp);
  if (!user || codeHash === undefined || !matches || !isBounded) throw codeWrong();
  const token = newToken();
  const expiresAt = hoursAfter(clock.now(), limits.resetToken.hours);
  await db.transaction(async (tx) => {
    if (!(await lockUser(tx, user.id)) || !(await takeCode(tx, user.id, codeHash))) throw codeWrong();
    await deleteCodesOf(tx, user.id);
    await insertToken(tx, 'reset_tokens', { tokenHash: hashToken(token), userId: user.id, expiresAt });
  });
  return { token, expiresAt };
}
