import type { Db } from '#platform/database/database.ts';
import { fact, row } from '#platform/database/expressions.ts';
import { isAway } from './accounts.access.ts';
import type { UserRow } from './accounts.queries.ts';

type LockableRow = Pick<UserRow, 'activated_at' | 'approval_requested_at' | 'suspended_by' | 'suspended_until'> & {
  isAway: boolean;
};

/** The facts that decide whether an account can be used. */
export async function findLockable(db: Db, id: string): Promise<LockableRow | undefined> {
  return await db
    .selectFrom('users')
    .select(['activated_at', 'approval_requested_at', 'suspended_by', 'suspended_until'])
    .select(fact(isAway(row('users').id)).as('isAway'))
    .where('id', '=', id)
    .executeTakeFirst();
}
