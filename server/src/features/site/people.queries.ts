import type { PersonState } from '@hubbub/contract/features/site/people.endpoints.ts';
import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
import { sql } from 'kysely';
import { isAway, type UserRow } from '#features/accounts/public.ts';
import type { Db } from '#platform/database/database.ts';
import { fact, row } from '#platform/database/expressions.ts';
import { isInState } from './people.access.ts';

export type PersonRow = UserRow & {
  last_seen_at: Date | null;
  isAway: boolean;
  deletes_at: Date | null;
  uses_codes: boolean;
};

export interface PeoplePage {
  /** Part of a username, name or address; blank: everybody. */
  query: string;
  role: SiteRole | 'none' | undefined;
  state: PersonState | undefined;
  before: string;
  size: number;
  now: Date;
}

/** Everybody with an account, newest first. */
export async function listPeople(db: Db, { query, role, state, before, size, now }: PeoplePage): Promise<PersonRow[]> {
  const pattern = `%${query.replace(/[\\%_]/g, '\\$&')}%`;
  return await db
    .selectFrom('users')
    .selectAll('users')
    .select((users) => [
      sql<Date | null>`greatest(
        (select max(greatest(last_seen_at, seen_at)) from sessions where sessions.user_id = users.id),
        (select seen_at from last_seen where last_seen.user_id = users.id))`.as('last_seen_at'),
      users
        .exists(
          users
            .selectFrom('totp')
            .select('totp.user_id')
            .whereRef('totp.user_id', '=', 'users.id')
            .where('totp.enabled_at', 'is not', null),
        )
        .$castTo<boolean>()
        .as('uses_codes'),
      fact(isAway(row('users').id)).as('isAway'),
      users
        .selectFrom('away_accounts')
        .select('away_accounts.ends_at')
        .whereRef('away_accounts.user_id', '=', 'users.id')
        .as('deletes_at'),
    ])
    .where('users.id', '<', before)
    .$if(query !== '', (people) =>
      people.where(({ or, eb }) =>
        or([
          eb('users.username', 'ilike', pattern),
          eb('users.name', 'ilike', pattern),
          eb('users.email', 'ilike', pattern),
        ]),
      ),
    )
    .$if(role === 'none', (people) => people.where('users.site_role', 'is', null))
    .$if(role !== undefined && role !== 'none', (people) => people.where('users.site_role', '=', role as SiteRole))
    .$if(state !== undefined, (people) => people.where(isInState(state as PersonState, now)))
    .orderBy('users.id', 'desc')
    .limit(sql.lit(size))
    .execute();
}
