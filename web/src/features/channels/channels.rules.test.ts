import type { Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { describe, expect, it } from 'vitest';
import { locksOut, whyClosed, withoutUnread, withUnread } from '#features/channels/channels.rules.ts';

const role = (role_id: string, name: string, mine: boolean): Role => ({
  role_id,
  name,
  permissions: [],
  mine,
  grantable: true,
});
const roles = [role('1', 'admin', false), role('2', 'user', true), role('3', 'crew', false)];

describe('a channel that a person may not use', () => {
  it('names the roles that may', () => {
    expect(whyClosed({ roles: ['1'] }, roles)).toBe('Only for the role admin');
    expect(whyClosed({ roles: ['3', '1'] }, roles)).toBe('Only for the roles admin, crew');
  });

  it('gives a reason before the roles are known', () => {
    expect(whyClosed({ roles: ['1'] }, undefined)).toBe('You hold none of the roles that may use this channel');
  });
});

describe('a new channel', () => {
  it('tells its creator when none of the chosen roles is theirs', () => {
    expect(locksOut(['1'], roles)).toBe(true);
    expect(locksOut(['1', '2'], roles)).toBe(false);
    expect(locksOut([], roles)).toBe(false);
  });
});

describe('unseen messages', () => {
  it('mark every channel but the open one, until it is opened', () => {
    const marked = withUnread(new Set(), 'a', 'b');
    expect([...marked]).toEqual(['a']);
    expect(withUnread(marked, 'a', undefined)).toBe(marked);
    expect(withUnread(marked, 'b', 'b')).toBe(marked);
    expect([...withoutUnread(marked, 'a')]).toEqual([]);
    expect(withoutUnread(marked, 'c')).toBe(marked);
    expect(withoutUnread(marked, undefined)).toBe(marked);
  });
});
