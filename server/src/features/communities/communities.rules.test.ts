import { expect, test } from 'vitest';
import {
  becomesPrivate,
  changedCommunity,
  isConfirmed,
  isReservedHandle,
  keepsItsPurpose,
  mayAddRole,
  mayAssignRole,
  mayChangeRole,
  mayDeleteRole,
  mayEditCommunity,
  mayEndEditing,
  mayKnowOf,
  mayLoseRoles,
  mayPost,
  permissionsLacking,
} from './communities.rules.ts';

const admin = { permissions: ['channel:create', 'post:create', 'ban:users', 'community:edit'] as const };
const editor = { permissions: ['community:edit'] as const };
const host = { permissions: ['channel:create'] as const };
const nobody = { permissions: [] };

test('Roles, their assignment and editing a community require community:edit.', () => {
  expect(mayEditCommunity(admin)).toBe(true);
  expect(mayEditCommunity(editor)).toBe(true);
  expect(mayEditCommunity(host)).toBe(false);
  expect(mayEditCommunity(nobody)).toBe(false);
});

test('Posting to a community requires post:create there.', () => {
  expect(mayPost(admin)).toBe(true);
  expect(mayPost(editor)).toBe(false);
});

test('Nobody can put a permission they lack into a role, or give or take a role that has one.', () => {
  expect(permissionsLacking(editor, ['community:edit', 'channel:create'])).toEqual(['channel:create']);
  expect(permissionsLacking(admin, admin.permissions)).toEqual([]);
  expect(permissionsLacking(nobody, [])).toEqual([]);
});

test("A role is given and taken by anyone who may edit the community and has all of the role's permissions.", () => {
  expect(mayAssignRole(admin, host)).toBe(true);
  expect(mayAssignRole(editor, nobody)).toBe(true);
  expect(mayAssignRole(editor, host)).toBe(false);
  expect(mayAssignRole(host, host)).toBe(false);
});

test("The last holder of community:edit can't lose it, neither by losing a role nor by leaving.", () => {
  const alone = { hasOtherEditors: false };
  expect(mayLoseRoles(admin, [], alone)).toBe(false);
  expect(mayLoseRoles(admin, [nobody, host], alone)).toBe(false);
  expect(mayLoseRoles(admin, [], { hasOtherEditors: true })).toBe(true);
});

test('Someone who keeps community:edit through another role may lose a role that has it.', () => {
  expect(mayLoseRoles(admin, [editor], { hasOtherEditors: false })).toBe(true);
});

test('Someone without community:edit may always lose roles and leave.', () => {
  expect(mayLoseRoles(host, [], { hasOtherEditors: false })).toBe(true);
  expect(mayLoseRoles(nobody, [], { hasOtherEditors: false })).toBe(true);
});

test('A private community is known only to its members.', () => {
  expect(mayKnowOf({ visibility: 'public' }, { isMember: false })).toBe(true);
  expect(mayKnowOf({ visibility: 'private' }, { isMember: true })).toBe(true);
  expect(mayKnowOf({ visibility: 'private' }, { isMember: false })).toBe(false);
});

test('Changing a role requires each permission that it gains or loses; its name requires none.', () => {
  expect(mayChangeRole(editor, host, ['channel:create'])).toBe(true);
  expect(mayChangeRole(editor, host, [])).toBe(false);
  expect(mayChangeRole(editor, nobody, ['ban:users'])).toBe(false);
  expect(mayChangeRole(editor, nobody, ['community:edit'])).toBe(true);
  expect(mayChangeRole(admin, host, ['ban:users'])).toBe(true);
  expect(mayChangeRole(host, host, ['channel:create'])).toBe(false);
});

test("The roles admin and user can't be deleted: new members and new admins get them.", () => {
  expect(mayDeleteRole(admin, { ...host, kind: null })).toBe(true);
  expect(mayDeleteRole(editor, { ...host, kind: null })).toBe(false);
  expect(mayDeleteRole(admin, { ...nobody, kind: 'user' })).toBe(false);
  expect(mayDeleteRole(admin, { ...admin, kind: 'admin' })).toBe(false);
});

test('The role admin keeps community:edit, so that a new admin can run the community.', () => {
  expect(keepsItsPurpose({ kind: 'admin' }, ['community:edit'])).toBe(true);
  expect(keepsItsPurpose({ kind: 'admin' }, ['ban:users'])).toBe(false);
  expect(keepsItsPurpose({ kind: 'user' }, [])).toBe(true);
});

test('A role can lose community:edit, or be deleted, only while another one gives it to somebody.', () => {
  expect(mayEndEditing(editor, [], { hasOtherEditingRole: true })).toBe(true);
  expect(mayEndEditing(editor, [], { hasOtherEditingRole: false })).toBe(false);
  expect(mayEndEditing(editor, ['community:edit'], { hasOtherEditingRole: false })).toBe(true);
  expect(mayEndEditing(host, [], { hasOtherEditingRole: false })).toBe(true);
});

test("A community's change to private re-keys its files, so that those who know the old paths see nothing.", () => {
  expect(becomesPrivate({ visibility: 'public' }, { visibility: 'private' })).toBe(true);
  expect(becomesPrivate({ visibility: 'private' }, { visibility: 'private' })).toBe(false);
  expect(becomesPrivate({ visibility: 'private' }, { visibility: 'public' })).toBe(false);
});

test('Deleting a community requires community:edit and typing its handle.', () => {
  expect(isConfirmed({ handle: 'Garden' }, ' @garden ')).toBe(true);
  expect(isConfirmed({ handle: 'garden' }, 'gardens')).toBe(false);
  expect(isConfirmed({ handle: 'garden' }, '')).toBe(false);
});

test('A community has no more roles than the limit.', () => {
  expect(mayAddRole(99, 100)).toBe(true);
  expect(mayAddRole(100, 100)).toBe(false);
});

test("A handle is also taken if it's part of one of the product's URLs.", () => {
  for (const handle of ['search', 'JOINED', 'Create']) expect(isReservedHandle(handle)).toBe(true);
  expect(isReservedHandle('searching')).toBe(false);
});

test('Fields that a form leaves out stay unchanged; a new picture replaces the old one; "removed" restores the default.', () => {
  const before = {
    name: 'Garden',
    handle: 'garden',
    profile_path: '/old.jpg',
    visibility: 'public' as const,
    description: 'Beds and tools',
  };
  expect(changedCommunity(before, {}, undefined)).toEqual(before);
  expect(changedCommunity(before, { removedProfile: false, name: ' Yard ', handle: 'Yard' }, undefined)).toEqual({
    ...before,
    name: 'Yard',
    handle: 'Yard',
  });
  expect(changedCommunity(before, { visibility: 'private', description: ' ' }, undefined)).toEqual({
    ...before,
    visibility: 'private',
    description: '',
  });
  expect(changedCommunity(before, { removedProfile: true }, undefined).profile_path).toBeNull();
  expect(changedCommunity(before, { removedProfile: true }, '/new.jpg').profile_path).toBe('/new.jpg');
});
