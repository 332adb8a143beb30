import type { Community, Member, Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';

/** The text on a tile for a community without a picture: the initials of its first two words. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s_\-.]+/u)
    .filter((word) => word !== '');
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? '');
  return letters.join('').toUpperCase();
}

const counted = new Intl.NumberFormat('en');

/** "1 member", "12,345 members". */
export function memberCount(count: number): string {
  return `${counted.format(count)} ${count === 1 ? 'member' : 'members'}`;
}

/** Each community once: while pages are loaded, one that grows can move to the next page. */
export function distinctCommunities(pages: readonly (readonly Community[])[]): Community[] {
  return [...new Map(pages.flat().map((community) => [community.community_id, community])).values()];
}

/** The members panel's title. */
export function membersTitle(count: number | undefined): string {
  return count === undefined ? 'Members' : `Members - ${counted.format(count)}`;
}

/** The names of some roles, in the community's order; unknown ids are left out. */
export function roleNames(roles: readonly Role[], ids: readonly string[]): string[] {
  return roles.filter(({ role_id }) => ids.includes(role_id)).map(({ name }) => name);
}

/** A list for use in a sentence: "admin", "admin or user", "admin, user or guest". */
export function anyOf(names: readonly string[]): string {
  if (names.length <= 1) return names.join('');
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** A member with a role added or removed. Returns the same object if nothing changes. */
export function withRole(member: Member, roleId: string, holds: boolean): Member {
  if (member.roles.includes(roleId) === holds) return member;
  return { ...member, roles: holds ? [...member.roles, roleId] : member.roles.filter((id) => id !== roleId) };
}

/** A change to someone's role that wasn't stored. */
export interface FailedAssignment {
  username: string;
  roleId: string;
  /** Whether the role was being added or removed. */
  holds: boolean;
  reason: string;
  /** A temporary failure, so it can be retried. */
  mayPass: boolean;
}

/** The failures with one added: only the newest per person and role is kept. */
export function withFailure(
  failures: readonly FailedAssignment[],
  failure: FailedAssignment,
): readonly FailedAssignment[] {
  return [...withoutFailure(failures, failure), failure];
}

/** The failures after this assignment was retried. */
export function withoutFailure(
  failures: readonly FailedAssignment[],
  { username, roleId }: Pick<FailedAssignment, 'username' | 'roleId'>,
): readonly FailedAssignment[] {
  return failures.filter((other) => other.username !== username || other.roleId !== roleId);
}

/** The role that every member has. */
const everybodysRole = 'user';

/** The roles that set somebody apart. */
export const tellingRoles = (roles: readonly Role[]): Role[] => roles.filter(({ name }) => name !== everybodysRole);

/** Members under a heading. */
export interface MemberGroup {
  title: string;
  members: Member[];
}

/** How many members are sorted into groups; those after them come last, in joining order, so that nothing moves while somebody scrolls. */
const mostGrouped = 300;

/** Members by the first of their roles that sets them apart, those who are online before the others. */
export function groupsOf(members: readonly Member[], roles: readonly Role[]): MemberGroup[] {
  const telling = tellingRoles(roles);
  const sorted = members.slice(0, mostGrouped);
  const roleOf = (member: Member) => telling.find(({ role_id }) => member.roles.includes(role_id));
  const onlineFirst = (some: Member[]) => [
    ...some.filter(({ online }) => online === true),
    ...some.filter(({ online }) => online !== true),
  ];
  const others = sorted.filter((member) => roleOf(member) === undefined);
  return [
    ...telling.map((role) => ({
      title: role.name,
      members: onlineFirst(sorted.filter((member) => roleOf(member) === role)),
    })),
    { title: 'Online', members: others.filter(({ online }) => online === true) },
    { title: 'Everyone else', members: others.filter(({ online }) => online !== true) },
    { title: 'More members', members: members.slice(mostGrouped) },
  ].filter((group) => group.members.length > 0);
}
