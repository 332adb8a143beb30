import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { describe, expect, it } from 'vitest';
import {
  accessReason,
  excludesCreator,
  marksOf,
  namedChannels,
  unreadRangeOf,
  withChange,
  withMessage,
  withRead,
} from '#features/channels/channels.rules.ts';

const role = (role_id: string, name: string, mine: boolean): Role => ({
  role_id,
  name,
  permissions: [],
  mine,
  grantable: true,
  deletable: true,
});
const roles = [role('1', 'admin', false), role('2', 'user', true), role('3', 'crew', false)];

describe("a channel a person can't use", () => {
  it('names the roles that can', () => {
    expect(accessReason({ roles: ['1'] }, roles)).toBe('Only for the admin role');
    expect(accessReason({ roles: ['3', '1'] }, roles)).toBe('Only for the admin and crew roles');
  });

  it('gives a reason before the roles are known', () => {
    expect(accessReason({ roles: ['1'] }, undefined)).toBe("You don't have a role that can use this channel");
  });
});

describe('a new channel', () => {
  it('warns its creator when none of the chosen roles is theirs', () => {
    expect(excludesCreator(['1'], roles)).toBe(true);
    expect(excludesCreator(['1', '2'], roles)).toBe(false);
    expect(excludesCreator([], roles)).toBe(false);
  });
});

it('leads from a name in a message only to channels that the reader can use', () => {
  const read = { read_id: null, unread_id: null, notify: 'all' as const };
  const channel = {
    community_id: 't',
    name: 'tea',
    roles: ['2'],
    topic: '',
    category: null,
    slow_mode: 0,
    slow_until: null,
    ...read,
  };
  const channels: Channel[] = [
    { ...channel, channel_id: 'a', usable: true },
    { ...channel, channel_id: 'b', name: 'hosts', usable: false },
  ];
  expect(namedChannels(channels, (id) => `/to/${id}`)).toEqual([
    { name: 'tea', path: '/to/a' },
    { name: 'hosts', path: null },
  ]);
});

describe('unread messages', () => {
  const channel = {
    channel_id: 'c',
    community_id: 't',
    name: 'tea',
    roles: ['2'],
    topic: '',
    category: null,
    slow_mode: 0,
    slow_until: null,
    usable: true,
  };
  const read: Channel = { ...channel, read_id: '02', unread_id: null, notify: 'mentions' };

  const withUnread = (of: Channel, _id: string) => withMessage(of, { _id, sender: { _id: 'bob' } }, 'ada');

  it('mark a channel from the first one after the last read message', () => {
    expect(withUnread(read, '02')).toBe(read);
    expect(unreadRangeOf(read)).toBeNull();
    const marked = withUnread(withUnread(read, '04'), '03');
    expect(marked.unread_id).toBe('04');
    expect(unreadRangeOf(marked)).toEqual({ after: '02', upTo: '04' });
  });

  it("don't include what's hidden from a person", () => {
    expect(withMessage(read, { _id: '04', sender: { _id: 'bob' }, hidden: true }, 'ada')).toBe(read);
  });

  it("don't include a person's own message; a deleted account is someone else", () => {
    expect(withMessage(read, { _id: '04', sender: { _id: 'ada' } }, 'ada')).toBe(read);
    expect(withMessage(read, { _id: '04', sender: { _id: null } }, 'ada').unread_id).toBe('04');
  });

  it('clear when read on this device or another, in whatever order the events arrive', () => {
    const marked = withUnread(read, '04');
    expect(withRead(marked, '04')).toMatchObject({ read_id: '04', unread_id: null });
    expect(withRead(marked, '03')).toMatchObject({ read_id: '03', unread_id: '04' });
    const later = withRead(marked, '05');
    expect(withRead(later, '03')).toBe(later);
    expect(withUnread(later, '04')).toBe(later);
  });
});

describe("what's unread", () => {
  const channel = (channel_id: string, community_id: string, unread = 1) => ({
    channel_id,
    community_id,
    community_handle: community_id,
    unread,
    mentions: 0,
  });
  const unread = {
    notifications: 3,
    conversations: 2,
    channels: [channel('a', 'tea'), channel('b', 'cake'), channel('c', 'tea')],
    threads: [{ room_id: 'e', channel_id: 'a', unread: 2, mentions: 1 }],
    total: 5,
  };

  it("counts each community's channels with unread messages, and threads", () => {
    const { channels, ...counts } = marksOf(unread);
    expect([Object.fromEntries(channels), counts]).toEqual([
      { tea: 2, cake: 1 },
      { notifications: 3, conversations: 2, threads: 1 },
    ]);
  });

  it('takes on what changed, and leaves out the channels and threads that were read', () => {
    const change = {
      conversations: 1,
      channels: [channel('a', 'tea', 0), channel('d', 'rum'), channel('b', 'cake', 7)],
      threads: [{ room_id: 'e', channel_id: 'a', unread: 0, mentions: 0 }],
    };
    expect(withChange(unread, change)).toEqual({
      ...unread,
      conversations: 1,
      channels: [channel('c', 'tea'), channel('d', 'rum'), channel('b', 'cake', 7)],
      threads: [],
    });
  });
});
