// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { messageLabel } from '#features/rooms/message-path.ts';
import { storeUser } from '#platform/session.ts';
import { makeUser } from '#test/factories.ts';

const me = makeUser();
const ben = { _id: 'ben', username: 'ben', name: 'Ben', profile_path: '/profiles/default.png' };
const mine = { ...ben, _id: me.user_id, username: me.username };
const talk = { room_id: '1', kind: 'conversation', name: 'Ben', community_handle: null, channel_id: null } as const;

beforeEach(() => storeUser(me));

it('a message from the other person of a conversation was sent to me, and mine is in the one with them', () => {
  expect(messageLabel({ sender: ben, room: talk })).toBe('to you');
  expect(messageLabel({ sender: mine, room: talk })).toBe('with Ben');
});

it('elsewhere, a message is in its group or channel, whoever sent it', () => {
  expect(messageLabel({ sender: ben, room: { ...talk, kind: 'group', name: 'Tea' } })).toBe('in Tea');
  const channel = { ...talk, kind: 'channel', name: 'pots', community_handle: 'garden', channel_id: '1' } as const;
  expect(messageLabel({ sender: ben, room: channel }, () => 'Garden')).toBe('in #pots, Garden');
});
