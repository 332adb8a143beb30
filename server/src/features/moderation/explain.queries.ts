import { isActivated, isAway, type UserRow } from '#features/accounts/public.ts';
import { notApart } from '#features/relations/public.ts';
import { actingRole, type SiteStanding } from '#features/site/public.ts';
import type { Db } from '#platform/database/database.ts';
import { fact, isSameText, row, val } from '#platform/database/expressions.ts';

type AccountColumns = (typeof accountColumns)[number];

/** The person that an explanation is about. */
export type AskedPerson = Pick<UserRow, AccountColumns> & {
  /** Whether other people can find the account. */
  isFound: boolean;
  /** Whether they have deactivated their account, or are deleting it. */
  isAway: boolean;
  /** Whether neither they nor the asker blocked the other. */
  isNotApart: boolean;
};

const accountColumns = [
  'id',
  'username',
  'name',
  'created_at',
  'site_role',
  'activated_at',
  'approval_requested_at',
  'suspended_by',
  'suspended_until',
] as const;

/** The asker, and the account with a username, in any case; undefined: there's none. */
export async function findAsked(
  db: Db,
  { username, askerId }: { username: string; askerId: string },
): Promise<{ standing: SiteStanding; person: AskedPerson | undefined }> {
  const found = await db
    .selectFrom('users as viewer')
    .leftJoin('users', (join) => join.on(isSameText(row('users').username, val(username))))
    .select(actingRole(row('users', 'viewer')).as('standing'))
    .select(accountColumns.map((column) => `users.${column}` as const))
    .select([
      fact(isActivated(row('users'))).as('isFound'),
      fact(isAway(row('users').id)).as('isAway'),
      fact(notApart(row('users', 'viewer').id, row('users').id)).as('isNotApart'),
    ])
    .where('viewer.id', '=', askerId)
    .executeTakeFirst();
  const { standing = null, ...person } = found ?? {};
  return { standing, person: isThere(person) ? person : undefined };
}

const isThere = (person: object): person is AskedPerson => 'id' in person && person.id !== null;
