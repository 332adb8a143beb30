import type { Db } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import { type Lockout, lockoutOf } from './accounts.rules.ts';
import { findLockable } from './lockout.queries.ts';

/** Why a person can't use their account, for work that continues without them; undefined: they can. */
export async function findLockout(
  { db, clock }: Platform,
  userId: string,
  within: Db = db.kysely,
): Promise<Lockout | 'gone' | undefined> {
  const user = await findLockable(within, userId);
  return user ? lockoutOf(user, clock.now()) : 'gone';
}
