import { demoDomain } from '@hubbub/contract/platform/demo.ts';
import { isAway } from '#features/accounts/public.ts';

/** Whether an account belongs to the demo world: `isDemoEmail`, as a condition on a row of users. */
export const isDemoAccount = (users: string): string => `coalesce(lower(${users}.email) like '%@${demoDomain}', false)`;

/**
 * Whether a person is in the site's team, with rights that aren't paused: `isModerator` and not `isPaused` from the rules, as a condition
 * on an expression whose value is an id.
 */
export const isOnTeam = (userId: string): string => `is_on_team(${userId})`;

const rankOf = (role: string): string => `coalesce(array_position(array['moderator', 'admin', 'owner'], ${role}), 0)`;

/** Whether somebody lacks a second factor that their role needs, as a condition on a row of users. */
export const isMissingFactor = (users: string): string =>
  `(needs_second_factor(${users}.site_role) and not uses_second_factor(${users}.id))`;

/** The role on the site that a row of users may act with: null while its rights are paused. */
export const actingRole = (users: string): string => `case when ${isOnTeam(`${users}.id`)} then ${users}.site_role end`;

/** Whether a person's role on the site is above another's: `outranks` from the rules, as a condition on two expressions whose values are ids. */
export const standsAbove = (userId: string, otherId: string): string =>
  `(${isOnTeam(userId)} and exists (select from users actor, users other where actor.id = ${userId} and other.id = ${otherId}
    and ${rankOf('actor.site_role')} > ${rankOf('other.site_role')}))`;

/** The opposite of `isSuspended` from the rules, as a condition on a row of users. */
export const isNotSuspended = (users: string): string =>
  `(${users}.suspended_by is null or coalesce(${users}.suspended_until <= now(), false))`;

/** Whether somebody can log in and work: they're neither suspended nor away. A condition on a row of users. */
export const canWork = (users: string): string => `(${isNotSuspended(users)} and not ${isAway(`${users}.id`)})`;

/** Whether an account is of an owner who can work. */
export const isActiveOwner = (users: string): string => `(${users}.site_role = 'owner' and ${canWork(users)})`;

/** Whether the team has someone who can work, besides two people: expressions whose values are ids, or null. */
export const hasTeamBesides = (one: string, another: string): string =>
  `exists (
    select from users team where team.site_role is not null and ${isOnTeam('team.id')}
      and ${canWork('team')}
      and team.id is distinct from ${one} and team.id is distinct from ${another}
  )`;
