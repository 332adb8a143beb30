import { securityEvents } from '@hubbub/contract/features/accounts/security.endpoints.ts';
import { expect, test } from 'vitest';
import { isNewDevice, isNotified } from './security.rules.ts';

test('People are notified of changes to the ways into their account, and of log-ins from new devices', () => {
  expect(securityEvents.filter((event) => !isNotified(event))).toEqual([
    'log_in',
    'log_in_failed',
    'log_in_locked',
    'log_in_refused',
    'log_out',
    'session_ended',
    'sessions_ended',
    'password_refused',
    'deactivated',
    'reactivated',
    'deletion_started',
    'deletion_canceled',
    'code_refused',
    'passkey_refused',
    'email_change_asked',
    'username_changed',
  ]);
});

test('A log-in comes from a new device if the account was used before, but never in this browser', () => {
  expect(isNewDevice({ wasUsed: false, knowsThisOne: false })).toBe(false);
  expect(isNewDevice({ wasUsed: true, knowsThisOne: false })).toBe(true);
  expect(isNewDevice({ wasUsed: true, knowsThisOne: true })).toBe(false);
});
