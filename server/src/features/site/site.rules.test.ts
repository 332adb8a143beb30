import { expect, test } from 'vitest';
import type { SiteStanding } from './site.rules.ts';
import {
  becomesFirstOwner,
  isAdmin,
  isAtLeast,
  isModerator,
  leavesNoOwner,
  mayChangeRole,
  outranks,
  rolesToGive,
} from './site.rules.ts';

const standings: SiteStanding[] = [null, 'moderator', 'admin', 'owner'];
const allowed = (actor: SiteStanding, from: SiteStanding, to: SiteStanding) =>
  mayChangeRole({ actor, isOwn: false, from, to });

test('Owners, admins and moderators moderate; owners and admins change the site.', () => {
  expect(standings.map(isModerator)).toEqual([false, true, true, true]);
  expect(standings.map(isAdmin)).toEqual([false, false, true, true]);
  expect(standings.map((role) => isAtLeast(role, 'owner'))).toEqual([false, false, false, true]);
});

test('Nobody can act on an equal or higher role.', () => {
  for (const [rank, actor] of standings.entries()) {
    for (const [other, target] of standings.entries()) expect(outranks(actor, target)).toBe(rank > other);
  }
});

test('Owners can give and take every role, except from other owners.', () => {
  for (const to of standings) {
    for (const from of standings) expect(allowed('owner', from, to)).toBe(from !== 'owner');
  }
});

test('Admins can give and take only the role of moderator.', () => {
  expect(allowed('admin', null, 'moderator')).toBe(true);
  expect(allowed('admin', 'moderator', null)).toBe(true);
  expect(allowed('admin', null, 'admin')).toBe(false);
  expect(allowed('admin', 'moderator', 'admin')).toBe(false);
  expect(allowed('admin', 'moderator', 'owner')).toBe(false);
  expect(allowed('admin', 'admin', null)).toBe(false);
  expect(allowed('admin', 'owner', 'moderator')).toBe(false);
});

test("Moderators and members can't give roles.", () => {
  for (const actor of [null, 'moderator'] as const) {
    for (const to of standings) {
      for (const from of standings) expect(allowed(actor, from, to)).toBe(false);
    }
  }
});

test('People may lower their own role, and never raise it.', () => {
  const own = (from: SiteStanding, to: SiteStanding) => mayChangeRole({ actor: from, isOwn: true, from, to });
  expect(own('owner', 'admin')).toBe(true);
  expect(own('admin', null)).toBe(true);
  expect(own('moderator', null)).toBe(true);
  expect(own('admin', 'owner')).toBe(false);
  expect(own('moderator', 'admin')).toBe(false);
  expect(own(null, 'moderator')).toBe(false);
  expect(own(null, null)).toBe(false);
});

test("The last owner can't lose their role.", () => {
  expect(leavesNoOwner('owner', 'admin', false)).toBe(true);
  expect(leavesNoOwner('owner', null, false)).toBe(true);
  expect(leavesNoOwner('owner', null, true)).toBe(false);
  expect(leavesNoOwner('owner', 'owner', false)).toBe(false);
  expect(leavesNoOwner('admin', null, false)).toBe(false);
});

test('On a server that only this machine reaches, the first activated account of an empty site is the owner.', () => {
  const first = { isLocal: true, awaitsOwner: true, isDemo: false, hasOthers: false };
  expect(becomesFirstOwner(first)).toBe(true);
  expect(becomesFirstOwner({ ...first, isLocal: false })).toBe(false);
  expect(becomesFirstOwner({ ...first, hasOthers: true })).toBe(false);
});

test('An upgraded site gets no owner by itself.', () => {
  expect(becomesFirstOwner({ isLocal: true, awaitsOwner: false, isDemo: false, hasOthers: false })).toBe(false);
});

test('Accounts of the demo never become the owner by themselves.', () => {
  expect(becomesFirstOwner({ isLocal: true, awaitsOwner: true, isDemo: true, hasOthers: false })).toBe(false);
});

test("The roles offered are those that may be given: not to the demo's accounts, not the last owner's, and only to approved people.", () => {
  const facts = {
    actor: 'owner',
    isOwn: false,
    from: null,
    isActivated: true,
    hasOtherOwner: true,
    isPublic: false,
  } as const;
  expect(rolesToGive(facts)).toEqual(['owner', 'admin', 'moderator']);
  expect(rolesToGive({ ...facts, from: 'admin' })).toEqual(['owner', 'moderator', null]);
  expect(rolesToGive({ ...facts, from: 'owner' })).toEqual([]);
  expect(rolesToGive({ ...facts, from: 'owner', isOwn: true })).toEqual(['admin', 'moderator', null]);
  expect(rolesToGive({ ...facts, from: 'owner', isOwn: true, hasOtherOwner: false })).toEqual([]);
  expect(rolesToGive({ ...facts, from: 'moderator', isPublic: true })).toEqual([null]);
  expect(rolesToGive({ ...facts, isActivated: false })).toEqual([]);
  expect(rolesToGive({ ...facts, actor: 'admin' })).toEqual(['moderator']);
  expect(rolesToGive({ ...facts, actor: 'moderator' })).toEqual([]);
});
