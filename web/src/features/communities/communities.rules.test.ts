import type { Member, Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { describe, expect, it } from 'vitest';
import {
  anyOf,
  type FailedAssignment,
  groupsOf,
  initials,
  memberCount,
  membersTitle,
  roleNames,
  withFailure,
  withoutFailure,
  withRole,
} from '#features/communities/communities.rules.ts';

const role = (role_id: string, name: string): Role => ({
  role_id,
  name,
  permissions: [],
  mine: false,
  grantable: true,
  deletable: true,
});
const member = (roles: string[]): Member => ({
  username: 'ada',
  name: null,
  profile_path: '/x.png',
  roles,
  online: null,
});

describe('a community', () => {
  it('without a picture, shows the initials of its first two words', () => {
    expect(initials('late night tea')).toBe('LN');
    expect(initials('gardeners')).toBe('G');
    expect(initials('  café_society ')).toBe('CS');
    expect(initials('🎈 party')).toBe('🎈P');
    expect(initials('')).toBe('');
  });

  it('counts its members in words', () => {
    expect(memberCount(1)).toBe('1 member');
    expect(memberCount(100_000)).toBe('100,000 members');
    expect(membersTitle(12)).toBe('Members - 12');
    expect(membersTitle(undefined)).toBe('Members');
  });
});

describe('members', () => {
  const named = (username: string, roles: string[], online: boolean | null = null): Member => ({
    ...member(roles),
    username,
    online,
  });
  const roles = [role('1', 'admin'), role('2', 'user'), role('3', 'hosts')];
  const shown = (members: Member[]) =>
    groupsOf(members, roles).map((group) => [group.title, ...group.members.map(({ username }) => username)]);

  it("are grouped under their first special role, and without one by whether they're online", () => {
    const everybody = [
      named('ada', ['2']),
      named('bob', ['2', '3']),
      named('cleo', ['2'], true),
      named('dan', ['2', '3'], true),
      named('eve', ['3', '1'], false),
    ];
    expect(shown(everybody)).toEqual([
      ['admin', 'eve'],
      ['hosts', 'dan', 'bob'],
      ['Online', 'cleo'],
      ['Everyone else', 'ada'],
    ]);
  });

  it('beyond 300 stay in the order they joined, so that nothing moves while somebody scrolls', () => {
    const many = Array.from({ length: 302 }, (_, index) => named(`member_${index}`, ['1']));
    expect(shown(many).map(([title, ...names]) => [title, names.length])).toEqual([
      ['admin', 300],
      ['More members', 2],
    ]);
  });
});

describe('roles', () => {
  it("are named in the community's order, without unknown ones", () => {
    expect(roleNames([role('1', 'admin'), role('2', 'user')], ['2', '9', '1'])).toEqual(['admin', 'user']);
  });

  it('read as a list in a sentence', () => {
    expect(anyOf([])).toBe('');
    expect(anyOf(['admin'])).toBe('admin');
    expect(anyOf(['admin', 'user', 'guest'])).toBe('admin, user or guest');
  });

  it('are added by checking and removed by unchecking, and doing either twice is harmless', () => {
    const ada = member(['1']);
    expect(withRole(ada, '2', true).roles).toEqual(['1', '2']);
    expect(withRole(ada, '1', true)).toBe(ada);
    expect(withRole(ada, '1', false).roles).toEqual([]);
    expect(withRole(ada, '2', false)).toBe(ada);
  });

  it("keep only the newest failure per person and role, until it's retried", () => {
    const failure = (username: string, reason: string): FailedAssignment => ({
      username,
      roleId: '1',
      holds: true,
      reason,
      mayPass: true,
    });
    const failures = withFailure(
      withFailure(withFailure([], failure('ada', 'a')), failure('bob', 'b')),
      failure('ada', 'c'),
    );
    expect(failures.map(({ username, reason }) => `${username} ${reason}`)).toEqual(['bob b', 'ada c']);
    expect(withoutFailure(failures, { username: 'bob', roleId: '1' })).toHaveLength(1);
    expect(withoutFailure(failures, { username: 'bob', roleId: '2' })).toHaveLength(2);
  });
});
