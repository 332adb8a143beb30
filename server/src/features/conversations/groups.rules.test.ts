import { expect, test } from 'vitest';
import {
  groupIdFrom,
  hasRoomFor,
  isGroupId,
  isNewInGroup,
  mayBeAdded,
  mayChangeGroup,
  mayRemoveMember,
  ownerAfter,
  readsInGroup,
} from './groups.rules.ts';

test("A group's id says that it's one", () => {
  const id = '0192f0c1-2d3e-7abc-8def-0123456789ab';
  expect(isGroupId(id)).toBe(false);
  expect(isGroupId(groupIdFrom(id))).toBe(true);
  expect(groupIdFrom(id)).toBe('0192f0c1-2d3e-8abc-8def-0123456789ab');
});

test('Every member of a group renames it, changes its picture and adds people', () => {
  expect(mayChangeGroup({ isMember: true })).toBe(true);
  expect(mayChangeGroup({ isMember: false })).toBe(false);
});

test('Everyone can leave a group, and only its owner removes others', () => {
  expect(mayRemoveMember({ isOwner: false }, { isActor: true })).toBe(true);
  expect(mayRemoveMember({ isOwner: true }, { isActor: false })).toBe(true);
  expect(mayRemoveMember({ isOwner: false }, { isActor: false })).toBe(false);
});

test('A group has as many members as the limit allows', () => {
  expect(hasRoomFor(31, 1, 32)).toBe(true);
  expect(hasRoomFor(32, 1, 32)).toBe(false);
});

test('When the owner leaves, whoever has been in the group longest owns it', () => {
  expect(ownerAfter('ana', ['bob', 'ana'])).toBe('ana');
  expect(ownerAfter('ana', ['bob', 'cyd'])).toBe('bob');
  expect(ownerAfter('ana', [])).toBeUndefined();
});

test('People are added to groups by those whose messages reach them right away, unless one blocked the other', () => {
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

test('New accounts add no strangers', () => {
  const given = {
    isVisible: true,
    isWaiting: false,
    messagesFrom: 'everyone',
    haveTalked: false,
    isKnown: false,
  } as const;
  expect(mayBeAdded({ ...given, isNewStranger: true })).toBe(false);
});

test("Whoever joins a group reads what's written from then on", () => {
  expect(readsInGroup({ sinceId: 5 }, { id: 6 })).toBe(true);
  expect(readsInGroup({ sinceId: 5 }, { id: 5 })).toBe(false);
  expect(readsInGroup(undefined, { id: 6 })).toBe(false);
});

test("What's new in a group is what others wrote since it was read and isn't hidden", () => {
  const reader = { userId: 'ana', readId: 3, sinceId: 5 };
  const message = { id: 6, senderId: 'bob', isSystem: false, isHidden: false };
  expect(isNewInGroup(reader, message)).toBe(true);
  expect(isNewInGroup({ ...reader, readId: 6 }, message)).toBe(false);
  expect(isNewInGroup(reader, { ...message, id: 5 })).toBe(false);
  expect(isNewInGroup(reader, { ...message, senderId: 'ana' })).toBe(false);
  expect(isNewInGroup(reader, { ...message, isSystem: true })).toBe(false);
  expect(isNewInGroup(reader, { ...message, isHidden: true })).toBe(false);
});
