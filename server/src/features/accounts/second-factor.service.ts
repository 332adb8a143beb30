import { hash } from 'node:crypto';
import type { Tx } from '#platform/database/database.ts';
import { type HttpError, invalid, unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { openSeal, type Seal, sealedBytes } from '#platform/secrets/sealing.ts';
import { lockUser } from './accounts.queries.ts';
import { periodOf } from './app-codes.service.ts';
import { recoveryCodeMail } from './security.mail.ts';
import { type Origin, recordFailure, recordSecurity } from './security.service.ts';
import {
  hasTotp,
  listShortSecrets,
  lockTotp,
  type TotpRow,
  takeRecoveryCode,
  updateSecret,
  updateTotp,
} from './totp.queries.ts';
import { afterWrong, isFresh, mayTry, tidyRecoveryCode } from './totp.rules.ts';

const codeWrong = () =>
  invalid({ code: 'This code is wrong, or was used already. Enter the one that your app shows now.' });
const codesExhausted = () => invalid({ code: 'Too many wrong codes. Wait ten minutes, then try again.' });
const codeNeeded = () =>
  invalid({ code: 'Enter the code from your authenticator app, or one of your recovery codes.' });

/** Bytes of an app's secret. */
export const secretBytes = 20;

/** Secrets of apps are stored sealed for their account. */
export const openCodesSeal = ({ db }: Pick<Platform, 'db'>): Promise<Seal> => openSeal(db.kysely, 'one-time codes');

// Short ones were stored before secrets were sealed.
const secretOf = ({ secret, user_id }: TotpRow, seal: Seal): Buffer =>
  secret.length === secretBytes ? secret : seal.open(secret, user_id);

/** Seals the secrets that were stored before secrets were. */
export async function sealOldSecrets(platform: Platform): Promise<void> {
  const { db } = platform;
  const old = await listShortSecrets(db.kysely, sealedBytes);
  if (old.length === 0) return;
  const seal = await openCodesSeal(platform);
  for (const { user_id, secret } of old) await updateSecret(db.kysely, user_id, secret, seal.seal(secret, user_id));
}

/** What's stored of a recovery code. */
export const hashRecoveryCode = (userId: string, code: string): Buffer =>
  hash('sha256', `${userId} ${tidyRecoveryCode(code)}`, 'buffer');

/** What somebody reads whose code wasn't right. */
export const refusalOf = (tried: 'wrong' | 'exhausted'): HttpError =>
  tried === 'exhausted' ? codesExhausted() : codeWrong();

/** A code's fate: `exhausted` means that it wasn't looked at. */
type Tried = 'right' | 'wrong' | 'exhausted';

/** Tries an app's code on a locked row, and counts it if it's wrong. */
export async function tryTotp(
  tx: Tx,
  row: TotpRow,
  { code, now, seal }: { code: string; now: Date; seal: Seal },
): Promise<Tried> {
  if (!mayTry(row, now)) return 'exhausted';
  const found = periodOf(secretOf(row, seal), code, now);
  if (found !== undefined && isFresh(found, row.last_period)) {
    await updateTotp(tx, row.user_id, { last_period: found, tries: 0, window_began_at: null });
    return 'right';
  }
  await updateTotp(tx, row.user_id, afterWrong(row, now));
  return 'wrong';
}

/** Tries a recovery code on a locked row. Like an app's codes, the wrong ones count. */
async function tryRecovery(tx: Tx, row: TotpRow, code: string, now: Date): Promise<Tried> {
  if (!mayTry(row, now)) return 'exhausted';
  if (await takeRecoveryCode(tx, row.user_id, hashRecoveryCode(row.user_id, code))) {
    await updateTotp(tx, row.user_id, { tries: 0, window_began_at: null });
    return 'right';
  }
  await updateTotp(tx, row.user_id, afterWrong(row, now));
  return 'wrong';
}

/**
 * Asks for the second factor of an account whose password was just checked, if it has one.
 * @param given `code`: from an app, or a recovery code
 * @throws {HttpError} 422
 */
export async function requireSecondFactor(
  platform: Platform,
  userId: string,
  { code = '', origin }: { code: string | undefined; origin: Origin },
): Promise<void> {
  const { db, clock } = platform;
  if (!(await hasTotp(db.kysely, userId))) return;
  if (code.trim() === '') {
    recordFailure(platform, { userId, event: 'code_needed', origin });
    throw codeNeeded();
  }
  const seal = await openCodesSeal(platform);
  const outcome = await db.transaction(async (tx): Promise<Tried> => {
    const user = await lockUser(tx, userId);
    if (!user) throw unauthenticated();
    const row = await lockTotp(tx, userId);
    // Turned off a moment ago.
    if (!row || row.enabled_at === null) return 'right';
    const isFromApp = /^\d{6}$/.test(code.replace(/\s/g, ''));
    if (isFromApp) return await tryTotp(tx, row, { code, now: clock.now(), seal });
    const result = await tryRecovery(tx, row, code, clock.now());
    if (result === 'right') {
      await recordSecurity(platform, tx, { userId, event: 'recovery_code_used', origin });
      if (user.email !== null) await platform.mail.send(tx, user.email, recoveryCodeMail(user.username));
    }
    return result;
  });
  if (outcome === 'right') return;
  recordFailure(platform, { userId, event: 'code_refused', origin });
  throw refusalOf(outcome);
}
