import { demoDomain } from '@hubbub/contract/platform/demo.ts';

/** Whether an account belongs to the demo world: `isDemoEmail`, as a condition on a row of users. */
export const isDemoAccount = (users: string): string => `coalesce(lower(${users}.email) like '%@${demoDomain}', false)`;

/** Whether a person is in the site's team: `isModerator` from the rules, as a condition on an expression whose value is an id. */
export const isOnTeam = (userId: string): string => `is_on_team(${userId})`;

const rankOf = (role: string): string => `coalesce(array_position(array['moderator', 'admin', 'owner'], ${role}), 0)`;

/** Whether a person's role on the site is above another's: `outranks` from the rules, as a condition on two expressions whose values are ids. */
export const standsAbove = (userId: string, otherId: string): string =>
  `(${isOnTeam(userId)} and exists (select from users actor, users other where actor.id = ${userId} and other.id = ${otherId}
    and ${rankOf('actor.site_role')} > ${rankOf('other.site_role')}))`;

/** The opposite of `isSuspended` from the rules, as a condition on a row of users. */
export const isNotSuspended = (users: string): string =>
  `(${users}.suspended_by is null or ${users}.suspended_until <= now())`;

/** Whether an account is of an owner who can work. */
export const isActiveOwner = (users: string): string => `(${users}.site_role = 'owner' and ${isNotSuspended(users)})`;

/** Whether the team has someone who can work, besides two people: expressions whose values are ids, or null. */
export const hasTeamBesides = (one: string, another: string): string =>
  `exists (
    select from users team where team.site_role is not null
      and ${isNotSuspended('team')}
      and team.id is distinct from ${one} and team.id is distinct from ${another}
  )`;
