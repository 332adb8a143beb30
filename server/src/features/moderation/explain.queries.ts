import { sql } from 'kysely';
import { isActivatedText, isAwayText, type UserRow } from '#features/accounts/public.ts';
import { notApartText } from '#features/relations/public.ts';
import { actingRoleText, type SiteStanding } from '#features/site/public.ts';
import type { Db } from '#platform/database/database.ts';

type AccountColumns = (typeof accountColumns)[number];

/** Somebody an explanation is about. */
export type AskedPerson = Pick<UserRow, AccountColumns> & {
  /** Whether other people find the account. */
  isFound: boolean;
  /** Whether they have deactivated their account, or are deleting it. */
  isAway: boolean;
  /** Whether they and whoever asks haven't blocked each other. */
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

/** Whoever asks, as the site knows them, and the account with a username, in any case; undefined: there's none. */
export async function findAsked(
  db: Db,
  { username, askerId }: { username: string; askerId: string },
): Promise<{ standing: SiteStanding; person: AskedPerson | undefined }> {
  const row = await db
    .selectFrom('users as viewer')
    .leftJoin('users', (join) => join.on(sql<boolean>`lower(users.username) = lower(${username})`))
    .select(sql.raw<SiteStanding>(actingRoleText('viewer')).as('standing'))
    .select(accountColumns.map((column) => `users.${column}` as const))
    .select([
      sql.raw<boolean>(isActivatedText('users')).as('isFound'),
      sql.raw<boolean>(isAwayText('users.id')).as('isAway'),
      sql.raw<boolean>(notApartText('viewer.id', 'users.id')).as('isNotApart'),
    ])
    .where('viewer.id', '=', askerId)
    .executeTakeFirst();
  const { standing = null, ...person } = row ?? {};
  return { standing, person: isThere(person) ? person : undefined };
}

const isThere = (person: object): person is AskedPerson => 'id' in person && person.id !== null;
