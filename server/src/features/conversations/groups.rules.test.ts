import { expect, test } from 'vitest';
import { hasRoomFor, mayBeAdded, mayChangeGroup, mayRemoveMember, ownerAfter } from './groups.rules.ts';

test('Every member of a group can rename it, change its picture and add people', () => {
  expect(mayChangeGroup({ isMember: true })).toBe(true);
  expect(mayChangeGroup({ isMember: false })).toBe(false);
});

test('Everyone can leave a group, and only its owner can remove others', () => {
  expect(mayRemoveMember({ isOwner: false }, { isActor: true })).toBe(true);
  expect(mayRemoveMember({ isOwner: true }, { isActor: false })).toBe(true);
  expect(mayRemoveMember({ isOwner: false }, { isActor: false })).toBe(false);
});

test('A group has as many members as the limit allows', () => {
  expect(hasRoomFor(31, 1, 32)).toBe(true);
  expect(hasRoomFor(32, 1, 32)).toBe(false);
});

test('When the owner leaves, the longest-standing member becomes the owner', () => {
  expect(ownerAfter('ana', ['bob', 'ana'])).toBe('ana');
  expect(ownerAfter('ana', ['bob', 'cyd'])).toBe('bob');
  expect(ownerAfter('ana', [])).toBeUndefined();
});

test('People can be added to groups by those whose messages reach them without a request, unless one blocked the other', () => {
  const open = {
    isVisible: true,
    messagesFrom: 'everyone',
    haveTalked: false,
    isKnown: false,
    isNewStranger: false,
    isWaiting: false,
  } as const;
  expect(mayBeAdded(open)).toBe(true);
  expect(mayBeAdded({ ...open, isVisible: false, haveTalked: true })).toBe(false);
  expect(mayBeAdded({ ...open, messagesFrom: 'known' })).toBe(false);
  expect(mayBeAdded({ ...open, messagesFrom: 'known', isKnown: true })).toBe(true);
  expect(mayBeAdded({ ...open, messagesFrom: 'nobody', isKnown: true })).toBe(false);
  expect(mayBeAdded({ ...open, messagesFrom: 'nobody', haveTalked: true })).toBe(true);
  expect(mayBeAdded({ ...open, haveTalked: true, isWaiting: true })).toBe(false);
});

test("New accounts can't add strangers", () => {
  const given = {
    isVisible: true,
    isWaiting: false,
    messagesFrom: 'everyone',
    haveTalked: false,
    isKnown: false,
  } as const;
  expect(mayBeAdded({ ...given, isNewStranger: true })).toBe(false);
});
