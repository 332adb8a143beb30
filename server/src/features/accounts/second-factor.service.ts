import { hash } from 'node:crypto';
import type { Tx } from '#platform/database/database.ts';
import { type HttpError, invalid, unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { openSeal, type Seal, sealedBytes } from '#platform/secrets/sealing.ts';
import { lockUser, type UserRow } from './accounts.queries.ts';
import { periodOf } from './app-codes.service.ts';
import { codesTriedMail, recoveryCodeMail } from './security.mail.ts';
import { type Entrance, type Origin, recordFailure, recordSecurity } from './security.service.ts';
import {
  hasTotp,
  listShortSecrets,
  lockTotp,
  type TotpRow,
  takeRecoveryCode,
  updateSecret,
  updateTotp,
} from './totp.queries.ts';
import { afterWrong, durationOf, isFresh, mayTry, minutesCounted, noTries, tidyRecoveryCode } from './totp.rules.ts';

const codeWrong = () =>
  invalid({ code: 'This code is wrong, or was used already. Enter the one that your app shows now.' });
const codesExhausted = (minutes: number) =>
  invalid({ code: `Too many wrong codes. Wait ${durationOf(minutes)}, then try again.` });
const codeNeeded = () =>
  invalid({ code: 'Enter the code from your authenticator app, or one of your recovery codes.' });

/** The length of an authenticator app's secret, in bytes. */
export const secretBytes = 20;

/** Secrets are stored sealed for their account. */
export const openCodesSeal = ({ db }: Pick<Platform, 'db'>): Promise<Seal> => openSeal(db.kysely, 'one-time codes');

// Shorter ones were stored before secrets were sealed.
const secretOf = ({ secret, user_id }: TotpRow, seal: Seal): Buffer =>
  secret.length === secretBytes ? secret : seal.open(secret, user_id);

/** Seals the secrets that were stored before sealing was introduced. */
export async function sealOldSecrets(platform: Platform): Promise<void> {
  const { db } = platform;
  const old = await listShortSecrets(db.kysely, sealedBytes);
  if (old.length === 0) return;
  const seal = await openCodesSeal(platform);
  for (const { user_id, secret } of old) await updateSecret(db.kysely, user_id, secret, seal.seal(secret, user_id));
}

/** The stored form of a recovery code. */
export const hashRecoveryCode = (userId: string, code: string): Buffer =>
  hash('sha256', `${userId} ${tidyRecoveryCode(code)}`, 'buffer');

/**
 * What became of a code. `again`: it's the last used one, perhaps sent several times at once, and has already counted.
 * `exhausted`: it wasn't checked, because all tries are used up for so many minutes.
 */
export type Tried = 'right' | 'wrong' | 'again' | { exhausted: number };

/** The error for a code that wasn't accepted. */
export const refusalOf = (tried: Exclude<Tried, 'right'>): HttpError =>
  typeof tried === 'string' ? codeWrong() : codesExhausted(tried.exhausted);

/** Counts a wrong code. The last one that counts notifies the account's owner, unless codes are only being set up. */
async function countWrong({ platform, tx, user, origin }: Trying, row: TotpRow, now: Date): Promise<Tried> {
  const { tries, window_began_at, exhausted } = row;
  const after = afterWrong({ tries, window_began_at, exhausted }, now);
  await updateTotp(tx, row.user_id, after);
  if (row.enabled_at !== null && after.exhausted > row.exhausted) {
    await recordSecurity(platform, tx, { userId: row.user_id, event: 'codes_tried', origin });
    if (user.email !== null)
      await platform.mail.send(tx, user.email, codesTriedMail(user.username, minutesCounted(after)));
  }
  return 'wrong';
}

/** The account that tries a code, locked, and the transaction. */
export interface Trying {
  platform: Platform;
  tx: Tx;
  user: UserRow;
  origin: Origin;
}

/** Tries an app's code on a locked row, and counts it if it's wrong. */
export async function tryTotp(
  trying: Trying,
  row: TotpRow,
  { code, now, seal }: { code: string; now: Date; seal: Seal },
): Promise<Tried> {
  if (!mayTry(row, now)) return { exhausted: minutesCounted(row) };
  const found = periodOf(secretOf(row, seal), code, now);
  if (found !== undefined && isFresh(found, row.last_period)) {
    await updateTotp(trying.tx, row.user_id, { ...noTries, last_period: found });
    return 'right';
  }
  if (found !== undefined && found === row.last_period) return 'again';
  return await countWrong(trying, row, now);
}

/** Tries a recovery code on a locked row. Like an app's codes, the wrong ones count. */
async function tryRecovery(trying: Trying, row: TotpRow, code: string, now: Date): Promise<Tried> {
  if (!mayTry(row, now)) return { exhausted: minutesCounted(row) };
  const codeHash = hashRecoveryCode(row.user_id, code);
  if (await takeRecoveryCode(trying.tx, row.user_id, codeHash)) {
    await updateTotp(trying.tx, row.user_id, { ...noTries, last_recovery_hash: codeHash });
    return 'right';
  }
  if (row.last_recovery_hash?.equals(codeHash)) return 'again';
  return await countWrong(trying, row, now);
}

/**
 * Asks for the second factor of an account whose password was just checked, if it has one.
 * @param given `code`: from an app, or a recovery code
 * @returns the kind of code; undefined: the account uses none
 * @throws {HttpError} 422
 */
export async function requireSecondFactor(
  platform: Platform,
  userId: string,
  { code = '', origin }: { code: string | undefined; origin: Origin },
): Promise<Entrance['code']> {
  const { db, clock } = platform;
  if (!(await hasTotp(db.kysely, userId))) return undefined;
  if (code.trim() === '') {
    recordFailure(platform, { userId, event: 'code_needed', origin });
    throw codeNeeded();
  }
  const seal = await openCodesSeal(platform);
  const isFromApp = /^\d{6}$/.test(code.replace(/\s/g, ''));
  const outcome = await db.transaction(async (tx): Promise<Tried | 'unneeded'> => {
    const user = await lockUser(tx, userId);
    if (!user) throw unauthenticated();
    const row = await lockTotp(tx, userId);
    // Codes were turned off a moment ago.
    if (!row || row.enabled_at === null) return 'unneeded';
    const trying = { platform, tx, user, origin };
    if (isFromApp) return await tryTotp(trying, row, { code, now: clock.now(), seal });
    const result = await tryRecovery(trying, row, code, clock.now());
    if (result === 'right') {
      await recordSecurity(platform, tx, { userId, event: 'recovery_code_used', origin });
      if (user.email !== null) await platform.mail.send(tx, user.email, recoveryCodeMail(user.username));
    }
    return result;
  });
  if (outcome === 'unneeded') return undefined;
  if (outcome === 'right') return isFromApp ? 'app' : 'recovery';
  if (outcome !== 'again') recordFailure(platform, { userId, event: 'code_refused', origin });
  throw refusalOf(outcome);
}
