import type { SecurityEvent } from '@hubbub/contract/features/accounts/security.endpoints.ts';

const told: ReadonlySet<SecurityEvent> = new Set([
  'new_device',
  'password_changed',
  'password_reset',
  'disowned',
  'reset_by_team',
  'ended_by_team',
  'codes_on',
  'codes_off',
  'codes_off_by_team',
  'recovery_code_used',
]);

/** People are told what changes who can get into their account, and of log-ins from devices that are new to it. */
export const isTold = (event: SecurityEvent): boolean => told.has(event);

/** A log-in comes from a new device if the account was used before, but never in this browser. */
export const isNewDevice = (account: { hasDevices: boolean; knowsThisOne: boolean }): boolean =>
  account.hasDevices && !account.knowsThisOne;
