import type { RefusalEvent, SecurityEvent } from '@hubbub/contract/features/accounts/security.endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { authorColumns } from './authors.queries.ts';

/** Which entries of the site's security log. */
export interface SecurityPage {
  /** Undefined: everybody's, and those that belong to no account. */
  userId: string | undefined;
  /** Undefined: any but `except`. */
  event: SecurityEvent | RefusalEvent | undefined;
  except: readonly SecurityEvent[];
  before: string;
  size: number;
}

/** A page of all accounts' entries, newest first. */
export async function listSecurityOfAll(db: Db, { userId, event, except, before, size }: SecurityPage) {
  return await db
    .selectFrom('security_log as entry')
    .innerJoin('users', 'users.id', 'entry.user_id')
    .select(['entry.id', 'entry.created_at', 'entry.event', 'entry.device', 'entry.address', 'entry.request_id'])
    .select(authorColumns)
    .$if(userId !== undefined, (entries) => entries.where('entry.user_id', '=', userId as string))
    .$if(event !== undefined, (entries) => entries.where('entry.event', '=', event as SecurityEvent))
    .$if(event === undefined, (entries) => entries.where('entry.event', 'not in', except))
    .where('entry.id', '<', before)
    .orderBy('entry.id', 'desc')
    .limit(size)
    .execute();
}

/**
 * A page of the refusals that are in no account's own log, newest first; for unknown accounts, the author's columns are
 * null.
 */
export async function listRefusals(db: Db, { userId, event, before, size }: Omit<SecurityPage, 'except'>) {
  return await db
    .selectFrom('security_refusals as refusal')
    .leftJoin('users', 'users.id', 'refusal.user_id')
    .select([
      'refusal.id',
      'refusal.created_at',
      'refusal.last_at',
      'refusal.times',
      'refusal.event',
      'refusal.device',
      'refusal.network',
      'refusal.request_id',
    ])
    .select(authorColumns)
    .$if(userId !== undefined, (refusals) => refusals.where('refusal.user_id', '=', userId as string))
    .$if(event !== undefined, (refusals) => refusals.where('refusal.event', '=', event as SecurityEvent))
    .where('refusal.id', '<', before)
    .orderBy('refusal.id', 'desc')
    .limit(size)
    .execute();
}
