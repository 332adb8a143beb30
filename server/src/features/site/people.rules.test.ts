import { describe, expect, it } from 'vitest';
import { faultsOf, stateOf } from './people.rules.ts';

const nobody = { usernames: new Set<string>(), emails: new Set<string>() };
const line = (number: number, username: string, email: string | null = null) => ({
  line: number,
  person: { name: null, username, email },
});

describe('people of the site', () => {
  it("People who aren't activated, wait for approval, or never logged in are pending; suspended takes precedence over pending and deactivated", () => {
    const now = new Date();
    const state = (
      activated_at: Date | null,
      approval_requested_at: Date | null,
      isSuspended = false,
      isAway = false,
      last_seen_at: Date | null = now,
    ) => stateOf({ activated_at, approval_requested_at, isSuspended, isAway, last_seen_at });
    expect(state(now, null)).toBe('active');
    expect(state(null, null)).toBe('pending');
    expect(state(now, null, false, false, null)).toBe('pending');
    expect(state(now, null, false, true, null)).toBe('deactivated');
    expect(state(now, now)).toBe('pending');
    expect(state(null, now)).toBe('pending');
    expect(state(now, null, true)).toBe('suspended');
    expect(state(null, null, true)).toBe('suspended');
    expect(state(now, null, false, true)).toBe('deactivated');
    expect(state(now, null, true, true)).toBe('suspended');
  });

  it('A class without faults is added', () => {
    expect(faultsOf([line(2, 'ada', 'ada@example.org'), line(3, 'grace')], nobody)).toEqual({});
  });

  it('Every line gets its own error, and the first line to claim a name or address gets it', () => {
    const taken = { usernames: new Set(['linus']), emails: new Set(['ada@example.org']) };
    const lines = [
      line(2, 'Ada'),
      line(3, 'ADA'),
      line(4, 'Linus'),
      line(5, 'grace', 'Ada@Example.org'),
      line(6, 'ken', 'ken@example.org'),
      line(7, 'dennis', 'KEN@example.org'),
      { line: 8, fault: 'Username must be provided' },
      line(9, 'dennis_2', 'ken@example.org'),
    ];
    expect(faultsOf(lines, taken)).toEqual({
      3: 'Line 2 has the same username.',
      4: 'The username Linus is taken.',
      5: 'Ada@Example.org already has an account.',
      7: 'Line 6 has the same email.',
      8: 'Username must be provided',
      9: 'Line 6 has the same email.',
    });
  });
});
