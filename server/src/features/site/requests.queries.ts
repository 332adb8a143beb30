import { sql } from 'kysely';
import { authorColumns } from '#features/accounts/public.ts';
import type { Db } from '#platform/database/database.ts';

/** Someone who waits for approval. */
export interface RequestRow {
  id: string;
  username: string;
  name: string | null;
  profile_path: string | null;
  email: string | null;
  approval_requested_at: Date | null;
  approval_reason: string | null;
}

/**
 * People who confirmed their address and wait for approval, newest first. Others aren't shown: anybody could fill the list with other
 * people's addresses.
 */
export async function listWaiting(db: Db, page: { before: string; size: number }): Promise<RequestRow[]> {
  return await db
    .selectFrom('users')
    .select(['users.id', ...authorColumns, 'users.email', 'users.approval_requested_at', 'users.approval_reason'])
    .where('users.approval_requested_at', 'is not', null)
    .where('users.activated_at', 'is not', null)
    .where('users.id', '<', page.before)
    .orderBy('users.id', 'desc')
    .limit(sql.lit(page.size))
    .execute();
}
