import { expect, test } from 'vitest';
import { banNotice, endOfBan, isBanned, mayBanMembers, mayPutOut } from './bans.rules.ts';

const admin = { permissions: ['channel:create', 'post:create', 'ban:users', 'community:edit'] as const };
const guard = { permissions: ['ban:users'] as const };
const editor = { permissions: ['community:edit'] as const };
const nobody = { permissions: [] };
const noon = new Date('2026-11-22T12:00:00Z');

test('Bans, and removing members, require ban:users.', () => {
  expect(mayBanMembers(guard)).toBe(true);
  expect(mayBanMembers(admin)).toBe(true);
  expect(mayBanMembers(editor)).toBe(false);
  expect(mayBanMembers(nobody)).toBe(false);
});

test('Nobody bans or removes a holder of community:edit, unless they hold it too.', () => {
  expect(mayPutOut(guard, nobody)).toBe(true);
  expect(mayPutOut(guard, guard)).toBe(true);
  expect(mayPutOut(guard, editor)).toBe(false);
  expect(mayPutOut(admin, editor)).toBe(true);
});

test('A ban of some days ends that many times 24 hours later; without days it has no end.', () => {
  expect(endOfBan(noon, 2)).toEqual(new Date('2026-11-24T12:00:00Z'));
  expect(endOfBan(noon, undefined)).toBeNull();
});

test('A ban counts until its end.', () => {
  expect(isBanned(undefined, noon)).toBe(false);
  expect(isBanned({ until: null }, noon)).toBe(true);
  expect(isBanned({ until: new Date(noon.getTime() + 1) }, noon)).toBe(true);
  expect(isBanned({ until: noon }, noon)).toBe(false);
});

test("People who come back to a community they're banned from learn the ban's end and reason.", () => {
  const notice = banNotice({ until: noon, text: ' Spam ' });
  expect(notice.replace(/\s/g, ' ')).toBe(
    "You're banned from this community until November 22, 2026 at 12:00 PM UTC. Reason: Spam",
  );
  expect(banNotice({ until: null, text: '' })).toBe("You're banned from this community.");
});
