import { describe, expect, it } from 'vitest';
import {
  hoursAfter,
  isFindable,
  lockoutOf,
  mailboxOf,
  mayLogIn,
  maySeePrivate,
  minutesAfter,
  tidyName,
} from './accounts.rules.ts';

describe('accounts', () => {
  it('Case and a +tag lead to the same mailbox', () => {
    expect(mailboxOf('Ada+News@Example.org')).toBe('ada@example.org');
    expect(mailboxOf('ada@example.org')).toBe('ada@example.org');
    expect(mailboxOf('ada.b@example.org')).toBe('ada.b@example.org');
  });

  it('Only an activated account may log in', () => {
    expect(mayLogIn({ activated_at: new Date() })).toBe(true);
    expect(mayLogIn({ activated_at: null })).toBe(false);
  });

  it("An account can be used once it's activated and let in, and while its person is here and it isn't suspended", () => {
    const now = new Date('2026-11-22T12:00:00Z');
    const usable = {
      activated_at: now,
      approval_requested_at: null,
      suspended_by: null,
      suspended_until: null,
      isAway: false,
    };
    expect(lockoutOf(usable, now)).toBeUndefined();
    expect(lockoutOf({ ...usable, activated_at: null }, now)).toBe('unactivated');
    expect(lockoutOf({ ...usable, approval_requested_at: now }, now)).toBe('waiting');
    expect(lockoutOf({ ...usable, suspended_by: 'decision' }, now)).toBe('suspended');
    expect(lockoutOf({ ...usable, isAway: true }, now)).toBe('away');
    expect(lockoutOf({ ...usable, suspended_by: 'decision', suspended_until: now }, now)).toBeUndefined();
  });

  it("Others find an account that's activated and let in, unless its person is away", () => {
    const found = { activated_at: new Date(), approval_requested_at: null, isAway: false };
    expect(isFindable(found)).toBe(true);
    expect(isFindable({ ...found, activated_at: null })).toBe(false);
    expect(isFindable({ ...found, approval_requested_at: new Date() })).toBe(false);
    expect(isFindable({ ...found, isAway: true })).toBe(false);
  });

  it('Email and preferences are private', () => {
    expect(maySeePrivate({ userId: 'ada' }, { id: 'ada' })).toBe(true);
    expect(maySeePrivate({ userId: 'bob' }, { id: 'ada' })).toBe(false);
  });

  it('A blank name means none; any other loses surrounding space', () => {
    expect(tidyName(undefined)).toBeNull();
    expect(tidyName(null)).toBeNull();
    expect(tidyName('  \t ')).toBeNull();
    expect(tidyName(' Ada Lovelace ')).toBe('Ada Lovelace');
  });

  it('Expiries count from the given moment', () => {
    const moment = new Date('2026-01-31T23:30:00.000Z');
    expect(hoursAfter(moment, 1).toISOString()).toBe('2026-02-01T00:30:00.000Z');
    expect(minutesAfter(moment, 15).toISOString()).toBe('2026-01-31T23:45:00.000Z');
  });
});
