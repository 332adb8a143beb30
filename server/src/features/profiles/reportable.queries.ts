import { sql } from 'kysely';
import { isActivated, isAway, isEntered } from '#features/accounts/public.ts';
import { notApart, visibleTo } from '#features/relations/public.ts';
import type { Db } from '#platform/database/database.ts';
import { fact, row, val } from '#platform/database/expressions.ts';

/** The id of a person whose profile a viewer can see. */
export async function findVisible(db: Db, username: string, viewerId: string): Promise<{ id: string } | undefined> {
  return await db
    .selectFrom('users')
    .select('users.id')
    .where(sql<boolean>`lower(users.username) = lower(${username})`)
    .where(isActivated(row('users')))
    .where(visibleTo(val(viewerId), row('users').id))
    .executeTakeFirst();
}

/** Whether everybody may see a profile, and whether a viewer may. Undefined: there's no such account. */
export async function findGated(
  db: Db,
  by: { username: string } | { id: string },
  viewerId: string,
): Promise<{ id: string; isOpen: boolean; isAway: boolean; isNotApart: boolean } | undefined> {
  return await db
    .selectFrom('users')
    .select([
      'users.id',
      fact(isEntered(row('users'))).as('isOpen'),
      fact(isAway(row('users').id)).as('isAway'),
      fact(notApart(val(viewerId), row('users').id)).as('isNotApart'),
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
