import { describe, expect, it } from 'vitest';
import { admits, entryOf, fitsDomains, isLive, mayInvite } from './joining.rules.ts';

const member = { isModerator: false, isAdmin: false };
const moderator = { isModerator: true, isAdmin: false };
const admin = { isModerator: true, isAdmin: true };
const site = (registration: 'open' | 'invitation' | 'approval' | 'closed', member_invites = false) => ({
  registration,
  member_invites,
});

describe('joining', () => {
  it('Admins can invite to the site, and so can every member if the site allows it', () => {
    expect(mayInvite(admin, { member_invites: false })).toBe(true);
    expect(mayInvite(moderator, { member_invites: false })).toBe(false);
    expect(mayInvite(member, { member_invites: false })).toBe(false);
    expect(mayInvite(member, { member_invites: true })).toBe(true);
  });

  it('An open site needs no invite', () => {
    expect(entryOf(site('open'), undefined)).toBe('enters');
    expect(entryOf(site('open'), member)).toBe('enters');
  });

  it('By invitation, only an invite from somebody who may invite to the site lets you in', () => {
    expect(entryOf(site('invitation'), undefined)).toBe('refused');
    expect(entryOf(site('invitation'), member)).toBe('refused');
    expect(entryOf(site('invitation', true), member)).toBe('enters');
    expect(entryOf(site('invitation'), admin)).toBe('enters');
  });

  it('An invite skips the approval only if its maker could approve', () => {
    expect(entryOf(site('approval'), undefined)).toBe('waits');
    expect(entryOf(site('approval', true), member)).toBe('waits');
    expect(entryOf(site('approval', true), moderator)).toBe('enters');
    expect(entryOf(site('approval'), moderator)).toBe('waits');
    expect(entryOf(site('approval'), admin)).toBe('enters');
  });

  it('A closed site admits only people an admin invites', () => {
    expect(entryOf(site('closed', true), undefined)).toBe('refused');
    expect(entryOf(site('closed', true), member)).toBe('refused');
    expect(entryOf(site('closed', true), moderator)).toBe('refused');
    expect(entryOf(site('closed'), admin)).toBe('enters');
  });

  it('Invites never give more than their maker could', () => {
    expect(admits(member, site('open'))).toBe(false);
    expect(admits(member, site('open', true))).toBe(true);
    expect(admits(member, site('closed', true))).toBe(false);
    expect(admits(admin, site('closed'))).toBe(true);
  });

  it('An invite works until it expires or is used up', () => {
    const now = new Date('2026-11-22T12:00:00Z');
    const later = new Date('2026-11-22T12:00:01Z');
    expect(isLive({ uses_left: 1, expires_at: later }, now)).toBe(true);
    expect(isLive({ uses_left: 0, expires_at: later }, now)).toBe(false);
    expect(isLive({ uses_left: 1, expires_at: now }, now)).toBe(false);
  });

  it("An address must belong to one of the site's domains, exactly, if it names any", () => {
    expect(fitsDomains('ada@example.org', [])).toBe(true);
    expect(fitsDomains('ada@Example.ORG', ['example.org'])).toBe(true);
    expect(fitsDomains('ada@mail.example.org', ['example.org'])).toBe(false);
    expect(fitsDomains('ada@notexample.org', ['example.org'])).toBe(false);
    expect(fitsDomains('"ada@example.org"@evil.org', ['example.org'])).toBe(false);
    expect(fitsDomains('ada@b.org', ['a.org', 'b.org'])).toBe(true);
  });
});
