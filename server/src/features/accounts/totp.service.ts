import { randomBytes } from 'node:crypto';
import type { Tx } from '#platform/database/database.ts';
import { conflict, invalid } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { mailUser } from './accounts.service.ts';
import { describeSecret } from './app-codes.service.ts';
import { lockConfirmed } from './confirmation.service.ts';
import { findSessionStart } from './email-change.queries.ts';
import { hashRecoveryCode, openCodesSeal, refusalOf, secretBytes, tryTotp } from './second-factor.service.ts';
import { codesOffMail, codesOnMail, recoveryCodesMadeMail } from './security.mail.ts';
import { type Origin, recordSecurity } from './security.service.ts';
import {
  deleteTotp,
  findTotpState,
  lockTotp,
  replaceRecoveryCodes,
  storePendingTotp,
  updateTotp,
} from './totp.queries.ts';

/** Letters and digits that don't look alike. */
const recoveryAlphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const recoveryCodes = 10;
/**
 * The length of a recovery code: 120 random bits, so that a fast hash is enough (OWASP ASVS 5.0, 6.5.2, asks for 112).
 */
const recoveryLetters = 24;

/** "abcd-efgh-jkmn-pqrs-tuvw-xyz2". */
function newRecoveryCode(): string {
  const letters = [...randomBytes(recoveryLetters)].map((byte) => recoveryAlphabet.charAt(byte % 32)).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** The state of the caller's one-time codes. */
export async function readTotp({ db }: Platform, { userId }: Session): Promise<{ enabled: boolean; left: number }> {
  return await findTotpState(db.kysely, userId);
}

/** Makes a secret for an authenticator app. @throws {HttpError} 422 without a confirmed session, 409 if codes are on */
export async function prepareTotp(
  platform: Platform,
  session: Session,
  issuer: string,
): Promise<{ secret: string; uri: string }> {
  const secret = randomBytes(secretBytes);
  const seal = await openCodesSeal(platform);
  return await platform.db.transaction(async (tx) => {
    const user = await lockConfirmed(platform, tx, session);
    const isStored = await storePendingTotp(tx, user.id, seal.seal(secret, user.id));
    if (!isStored) throw conflict({ code: 'One-time codes are on already.' });
    return describeSecret(secret, { issuer, username: user.username });
  });
}

/**
 * Turns codes on with the first one, or replaces the recovery codes with a later one.
 * @returns the recovery codes, which are never shown again
 * @throws {HttpError} 422
 */
export async function enableTotp(
  platform: Platform,
  session: Session,
  { code, origin }: { code: string; origin: Origin },
): Promise<string[]> {
  const { db, clock } = platform;
  const { userId, tokenHash } = session;
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  const seal = await openCodesSeal(platform);
  const outcome = await db.transaction(async (tx) => {
    const user = await lockConfirmed(platform, tx, session);
    const row = await lockTotp(tx, userId);
    if (!row) throw invalid({ code: 'Set up your authenticator app first.' });
    const result = await tryTotp({ platform, tx, user, origin }, row, { code, now: clock.now(), seal });
    if (result !== 'right') return result;
    await replaceRecoveryCodes(
      tx,
      userId,
      codes.map((each) => hashRecoveryCode(userId, each)),
    );
    const isNew = row.enabled_at === null;
    const since = await findSessionStart(tx, tokenHash);
    await updateTotp(tx, userId, { recovery_since: since, ...(isNew && { enabled_at: clock.now(), since }) });
    const event = isNew ? 'codes_on' : 'recovery_codes_made';
    await recordSecurity(platform, tx, { userId, event, origin, tokenHash });
    await mailUser(platform, tx, user, isNew ? codesOnMail(user.username) : recoveryCodesMadeMail(user.username));
    return result;
  });
  if (outcome !== 'right') throw refusalOf(outcome);
  return codes;
}

/** Turns codes off. @throws {HttpError} 422 without a confirmed session */
export async function disableTotp(platform: Platform, session: Session, origin: Origin): Promise<void> {
  const { userId, tokenHash } = session;
  await platform.db.transaction(async (tx) => {
    const user = await lockConfirmed(platform, tx, session);
    if (!(await deleteTotp(tx, userId))) return;
    await recordSecurity(platform, tx, { userId, event: 'codes_off', origin, tokenHash });
    await mailUser(platform, tx, user, codesOffMail(user.username));
  });
}

/** Turns somebody's codes off for the site's team. The account must be locked. @returns whether they were on */
export async function removeTotp(tx: Tx, userId: string): Promise<boolean> {
  return await deleteTotp(tx, userId);
}
