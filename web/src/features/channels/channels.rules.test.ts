import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { describe, expect, it } from 'vitest';
import {
  countByCommunity,
  locksOut,
  newsOf,
  whyClosed,
  withMessage,
  withRead,
} from '#features/channels/channels.rules.ts';

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

describe('unread messages', () => {
  const channel = { channel_id: 'c', community_id: 't', name: 'tea', roles: ['2'], usable: true };
  const read: Channel = { ...channel, read_id: '02', unread_id: null };

  const withUnread = (of: Channel, _id: string) => withMessage(of, { _id, sender: { _id: 'bob' } }, 'ada');

  it('mark a channel from the first on that came after what was read', () => {
    expect(withUnread(read, '02')).toBe(read);
    expect(newsOf(read)).toBeNull();
    const marked = withUnread(withUnread(read, '04'), '03');
    expect(marked.unread_id).toBe('04');
    expect(newsOf(marked)).toEqual({ after: '02', upTo: '04' });
  });

  it("do not come of one's own message; somebody without an account is somebody else", () => {
    expect(withMessage(read, { _id: '04', sender: { _id: 'ada' } }, 'ada')).toBe(read);
    expect(withMessage(read, { _id: '04', sender: { _id: null } }, 'ada').unread_id).toBe('04');
  });

  it('are none when they were read, here or on another device, in whatever order it is told', () => {
    const marked = withUnread(read, '04');
    expect(withRead(marked, '04')).toMatchObject({ read_id: '04', unread_id: null });
    expect(withRead(marked, '03')).toMatchObject({ read_id: '03', unread_id: '04' });
    const later = withRead(marked, '05');
    expect(withRead(later, '03')).toBe(later);
    expect(withUnread(later, '04')).toBe(later);
  });
});

describe('the badge of communities', () => {
  it('counts the channels of each community that have something new', () => {
    const channels = [{ community_id: 'tea' }, { community_id: 'cake' }, { community_id: 'tea' }];
    expect(Object.fromEntries(countByCommunity(channels))).toEqual({ tea: 2, cake: 1 });
  });
});
