import { demoDomain } from '@hubbub/contract/platform/demo.ts';
import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
import { sql } from 'kysely';
import { isAway } from '#features/accounts/public.ts';
import {
  and,
  type Condition,
  call,
  eb,
  exists,
  type Id,
  not,
  or,
  type Row,
  row,
  type Value,
} from '#platform/database/expressions.ts';

/** Whether an account belongs to the demo: `isDemoEmail`. */
export const isDemoAccount = (users: Row<'users'>): Condition =>
  eb.fn.coalesce(eb(eb.fn<string>('lower', [users.email]), 'like', `%@${demoDomain}`), eb.lit(false));

/** Whether a person is in the site's team, with rights that aren't paused: `isModerator` and not `isPaused` from the rules. */
export const isOnTeam = (userId: Id): Condition => call<boolean>('is_on_team', userId);

const rankOf = (role: Value<string>): Value<number> =>
  sql<number>`coalesce(array_position(array['moderator', 'admin', 'owner'], ${role}), 0)`;

/** Whether somebody's role needs a second factor. */
export const needsFactor = (users: Row<'users'>): Condition => call<boolean>('needs_second_factor', users.site_role);

/** Whether somebody lacks a second factor that their role needs. */
export const isMissingFactor = (users: Row<'users'>): Condition =>
  and(needsFactor(users), not(call<boolean>('uses_second_factor', users.id)));

/** The role on the site that a row of users may act with: null while its rights are paused. */
export const actingRole = (users: Row<'users'>): Value<SiteRole | null> =>
  eb.case().when(isOnTeam(users.id)).then(users.site_role).end();

/** Whether a person's role on the site is above another's: `outranks` from the rules. */
export const standsAbove = (userId: Id, otherId: Id): Condition =>
  and(
    isOnTeam(userId),
    exists(
      eb
        .selectFrom(['users as higher', 'users as lower'])
        .where('higher.id', '=', userId)
        .where('lower.id', '=', otherId)
        .where(eb(rankOf(row('users', 'higher').site_role), '>', rankOf(row('users', 'lower').site_role))),
    ),
  );

/** The opposite of `isSuspended` from the rules. */
export const isNotSuspended = (users: Row<'users'>): Condition =>
  or(
    eb(users.suspended_by, 'is', null),
    eb.fn.coalesce(eb(users.suspended_until, '<=', eb.fn<Date>('now')), eb.lit(false)),
  );

/** Whether somebody can log in and work: they're neither suspended nor away. */
export const canWork = (users: Row<'users'>): Condition => and(isNotSuspended(users), not(isAway(users.id)));

/** Whether an account is an owner's who can work. */
export const isActiveOwner = (users: Row<'users'>): Condition => and(eb(users.site_role, '=', 'owner'), canWork(users));

/** Whether the team has someone who can work, besides two people, who may be null. */
export const hasTeamBesides = (one: Id, another: Id): Condition => {
  const team = row('users', 'team');
  return exists(
    eb
      .selectFrom('users as team')
      .where('team.site_role', 'is not', null)
      .where(and(isOnTeam(team.id), canWork(team)))
      .where('team.id', 'is distinct from', one)
      .where('team.id', 'is distinct from', another),
  );
};
