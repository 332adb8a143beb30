import { describe, expect, it } from 'vitest';
import { hoursAfter, isReservedUsername, mayLogIn, minutesAfter, tidyName } from './accounts.rules.ts';

describe('accounts', () => {
  it('A reserved username counts as taken, whatever its case', () => {
    expect(isReservedUsername('deleted_user')).toBe(true);
    expect(isReservedUsername('Deleted_User')).toBe(true);
    expect(isReservedUsername('deleted_users')).toBe(false);
  });

  it('Only an activated account may log in', () => {
    expect(mayLogIn({ activated_at: new Date() })).toBe(true);
    expect(mayLogIn({ activated_at: null })).toBe(false);
  });

  it('A name that is blank is none; one that is not loses the space around it', () => {
    expect(tidyName(undefined)).toBeNull();
    expect(tidyName(null)).toBeNull();
    expect(tidyName('  \t ')).toBeNull();
    expect(tidyName(' Ada Lovelace ')).toBe('Ada Lovelace');
  });

  it('Expiries count from the moment given', () => {
    const moment = new Date('2026-01-31T23:30:00.000Z');
    expect(hoursAfter(moment, 1).toISOString()).toBe('2026-02-01T00:30:00.000Z');
    expect(minutesAfter(moment, 15).toISOString()).toBe('2026-01-31T23:45:00.000Z');
  });
});
