import { expect, test } from 'vitest';
import { outranks, type SiteStanding } from '#features/site/public.ts';
import {
  actionsFor,
  type BanEffects,
  type Case,
  concernsBanned,
  endAfter,
  goesToTheTeam,
  inForce,
  type Moderator,
  mailsBanned,
  mayAppeal,
  mayAskAbout,
  mayAskWhy,
  mayDecide,
  mayJudge,
  maySuspend,
} from './moderation.rules.ts';

const moderator: Moderator = { userId: 'mo', standing: 'moderator', bans: false, edits: false };
const holder: Moderator = { userId: 'ho', standing: null, bans: true, edits: false };
const post: Case = {
  kind: 'post',
  authorId: 'ada',
  isOutranked: true,
  communityId: null,
  authorEdits: false,
  isEscalated: false,
  isGone: false,
};
const inCommunity = { ...post, communityId: 'club' };

test('Nobody can decide about themselves', () => {
  expect(actionsFor(moderator, { ...post, authorId: 'mo' })).toEqual([]);
  expect(actionsFor({ ...moderator, standing: 'owner' }, { ...post, authorId: 'mo' })).toEqual([]);
});

test('Nobody can act against an equal or higher role', () => {
  const against = (standing: SiteStanding, author: SiteStanding) => ({ isOutranked: outranks(standing, author) });
  expect(actionsFor(moderator, { ...post, ...against('moderator', 'moderator') })).toEqual(['dismiss']);
  expect(actionsFor(moderator, { ...post, ...against('moderator', 'owner') })).toEqual(['dismiss']);
  expect(actionsFor({ ...moderator, standing: 'admin' }, { ...post, ...against('admin', 'moderator') })).toContain(
    'suspend',
  );
  expect(maySuspend({ standing: 'owner' }, against('owner', 'owner'))).toBe(false);
  expect(actionsFor(holder, { ...inCommunity, authorEdits: true })).toEqual(['dismiss']);
  expect(actionsFor({ ...holder, edits: true }, { ...inCommunity, authorEdits: true })).toContain('ban');
});

test("The site's team can decide everything, and holders of ban:users what's in their community", () => {
  expect(mayDecide(moderator, post)).toBe(true);
  expect(mayDecide(holder, post)).toBe(false);
  expect(mayDecide(holder, inCommunity)).toBe(true);
  expect(mayDecide({ ...holder, bans: false, edits: true }, inCommunity)).toBe(false);
});

test("A report of something illegal goes to the site's team when a community dismisses it, and only they can decide it", () => {
  const dismissal = { action: 'dismiss', reasons: ['spam', 'illegal'] } as const;
  expect(goesToTheTeam(holder, dismissal)).toBe(true);
  expect(goesToTheTeam(holder, { ...dismissal, reasons: ['spam'] })).toBe(false);
  expect(goesToTheTeam(holder, { ...dismissal, action: 'warn' })).toBe(false);
  expect(goesToTheTeam(moderator, dismissal)).toBe(false);
  expect(mayDecide(holder, { ...inCommunity, isEscalated: true })).toBe(false);
  expect(mayDecide(moderator, { ...inCommunity, isEscalated: true })).toBe(true);
});

test("What's gone already can't be removed", () => {
  expect(actionsFor(moderator, { ...post, isGone: true })).toEqual(['dismiss', 'warn', 'suspend']);
});

test("Only the site's team can suspend, and bans are only possible in communities", () => {
  expect(actionsFor(moderator, post)).toEqual(['dismiss', 'remove', 'warn', 'suspend']);
  expect(actionsFor(holder, inCommunity)).toEqual(['dismiss', 'remove', 'warn', 'ban']);
});

test("People and communities can't be removed, and nobody with a deleted account can be warned", () => {
  expect(actionsFor(moderator, { ...post, kind: 'user' })).toEqual(['dismiss', 'warn', 'suspend']);
  expect(actionsFor(moderator, { ...post, kind: 'community', authorId: null })).toEqual(['dismiss']);
  expect(actionsFor(moderator, { ...post, authorId: null })).toEqual(['dismiss', 'remove']);
});

test('Someone else has to judge an appeal, unless there is nobody else', () => {
  const appeal = { userId: 'ada', decidedBy: 'mo' };
  expect(mayJudge(moderator, appeal, true)).toBe(false);
  expect(mayJudge(moderator, appeal, false)).toBe(true);
  expect(mayJudge({ ...moderator, userId: 'other' }, appeal, true)).toBe(true);
  expect(mayJudge({ ...moderator, userId: 'ada' }, appeal, false)).toBe(false);
  expect(mayJudge(holder, appeal, false)).toBe(false);
});

test('The person a decision concerns may appeal it once, while it stands', () => {
  const decision = { action: 'warn', userId: 'ada', isAppealed: false, state: 'standing' } as const;
  expect(mayAppeal('ada', decision)).toBe(true);
  expect(mayAppeal('bob', decision)).toBe(false);
  expect(mayAppeal('ada', { ...decision, isAppealed: true })).toBe(false);
  expect(mayAppeal('ada', { ...decision, state: 'lifted' })).toBe(false);
  expect(mayAppeal('ada', { ...decision, action: 'dismiss' })).toBe(false);
});

test("The newest suspension that isn't over is in force", () => {
  const now = new Date('2026-01-10');
  const [over, long, forever] = [new Date('2026-01-09'), new Date('2027-01-01'), null].map((until) => ({ until }));
  expect(inForce([long, over] as { until: Date | null }[], now)).toBe(long);
  expect(inForce([long, forever] as { until: Date | null }[], now)).toBe(forever);
  expect(inForce([over] as { until: Date | null }[], now)).toBeUndefined();
  expect(endAfter(now, 2)).toEqual(new Date('2026-01-12'));
  expect(endAfter(now, undefined)).toBeNull();
});

test("Explanations are for the site's team and, within a community, for holders of community:edit", () => {
  expect(mayAskWhy(moderator, { communityId: null })).toBe(true);
  expect(mayAskWhy(holder, { communityId: 'club' })).toBe(false);
  expect(mayAskWhy({ ...holder, edits: true }, { communityId: 'club' })).toBe(true);
  expect(mayAskWhy({ ...holder, edits: true }, { communityId: null })).toBe(false);
});

test("The site's team may ask about everybody; others about people they can find, or, with ban:users, see in a community", () => {
  const editor = { ...holder, bans: false, edits: true };
  expect(mayAskAbout(moderator, { isFound: false, isNotApart: false })).toBe(true);
  expect(mayAskAbout(editor, { isFound: true, isNotApart: true })).toBe(true);
  expect(mayAskAbout(editor, { isFound: false, isNotApart: true })).toBe(false);
  expect(mayAskAbout(editor, { isFound: true, isNotApart: false })).toBe(false);
  expect(mayAskAbout({ ...editor, bans: true }, { isFound: true, isNotApart: false })).toBe(true);
});

const stranger: BanEffects = { isReported: false, wasMember: false, removedMessages: false, isRepeated: false };

test('A ban is a decision about a person who was a member, who lost messages by it, or who was reported', () => {
  expect(concernsBanned(stranger)).toBe(false);
  expect(concernsBanned({ ...stranger, isRepeated: true })).toBe(false);
  for (const more of [{ wasMember: true }, { removedMessages: true }, { isReported: true }]) {
    expect(concernsBanned({ ...stranger, ...more })).toBe(true);
  }
});

test("A ban that replaces the one in force isn't mailed again, unless it answers a report", () => {
  const member = { ...stranger, wasMember: true };
  expect(mailsBanned(stranger)).toBe(false);
  expect(mailsBanned(member)).toBe(true);
  expect(mailsBanned({ ...member, isRepeated: true })).toBe(false);
  expect(mailsBanned({ ...member, isRepeated: true, isReported: true })).toBe(true);
});
