import { sql } from 'kysely';
import { isActivatedText, isAwayText, isEnteredText } from '#features/accounts/public.ts';
import { notApartText, visibleToText } from '#features/relations/public.ts';
import type { Db } from '#platform/database/database.ts';

/** The id of a person whose profile a viewer can see. */
export async function findVisible(db: Db, username: string, viewerId: string): Promise<{ id: string } | undefined> {
  return await db
    .selectFrom('users')
    .crossJoin(sql<{ id: string }>`(select ${viewerId}::uuid as id)`.as('viewer'))
    .select('users.id')
    .where(sql<boolean>`lower(users.username) = lower(${username})`)
    .where(sql.raw<boolean>(isActivatedText('users')))
    .where(sql.raw<boolean>(visibleToText('viewer.id', 'users.id')))
    .executeTakeFirst();
}

/** Whether a profile is open to everybody who sees its person, and whether a viewer does. Undefined: there's no such account. */
export async function findGated(
  db: Db,
  by: { username: string } | { id: string },
  viewerId: string,
): Promise<{ id: string; isOpen: boolean; isAway: boolean; isNotApart: boolean } | undefined> {
  return await db
    .selectFrom('users')
    .crossJoin(sql<{ id: string }>`(select ${viewerId}::uuid as id)`.as('viewer'))
    .select([
      'users.id',
      sql.raw<boolean>(isEnteredText('users')).as('isOpen'),
      sql.raw<boolean>(isAwayText('users.id')).as('isAway'),
      sql.raw<boolean>(notApartText('viewer.id', 'users.id')).as('isNotApart'),
    ])
    .where('id' in by ? sql<boolean>`users.id = ${by.id}` : sql<boolean>`lower(users.username) = lower(${by.username})`)
    .executeTakeFirst();
}

/** What moderators see of profiles. */
export async function listByIds(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; username: string; bio: string }[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom('users').select(['id', 'username', 'bio']).where('id', 'in', ids).execute();
}
