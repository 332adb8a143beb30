import type { Db } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import { type Lockout, lockoutOf } from './accounts.rules.ts';
import { findLockable } from './lockout.queries.ts';

/** What keeps a person from using their account, for work that goes on without them; undefined: nothing. */
export async function findLockout(
  { db, clock }: Platform,
  userId: string,
  within: Db = db.kysely,
): Promise<Lockout | 'gone' | undefined> {
  const user = await findLockable(within, userId);
  return user ? lockoutOf(user, clock.now()) : 'gone';
}
