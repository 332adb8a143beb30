import type { RefusalEvent, SecurityEvent } from '@hubbub/contract/features/accounts/security.endpoints.ts';

const mailed: ReadonlySet<SecurityEvent> = new Set([
  'new_device',
  'password_changed',
  'password_reset',
  'disowned',
  'reset_by_team',
  'ended_by_team',
  'codes_on',
  'codes_off',
  'codes_off_by_team',
  'changed_by_team',
  'deleted_by_team',
  'exported_by_team',
  'recovery_codes_made',
  'recovery_code_used',
  'codes_tried',
  'data_exported',
  'passkey_added',
  'passkey_removed',
  'second_factor_asked',
  'team_rights_paused',
  'email_changed',
  'email_change_undone',
]);

/**
 * People are notified of changes to the ways into their account, of requirements of their role, and of log-ins from new
 * devices.
 */
export const isNotified = (event: SecurityEvent): boolean => mailed.has(event);

const ways: ReadonlySet<SecurityEvent | RefusalEvent> = new Set<RefusalEvent>([
  'code_needed',
  'confirm_needed',
  'team_refused',
]);

/**
 * Whether a refusal belongs in its account's own log, and not only in the site's. Ordinary steps of logging in don't.
 */
export const isOwnRefusal = (event: SecurityEvent | RefusalEvent): event is SecurityEvent => !ways.has(event);

/** Events that anybody who knows the username can cause. */
const failures: readonly SecurityEvent[] = ['log_in_failed', 'log_in_locked'];

/**
 * The refusals that share a daily limit in an account's own log. Those that strangers can cause have a limit of their
 * own, so that they don't crowd out the ones that take a password, a passkey or a session.
 */
export function countedWith(event: SecurityEvent | RefusalEvent): readonly SecurityEvent[] {
  if (!isOwnRefusal(event)) return [];
  return failures.includes(event) ? failures : [event];
}

/** A log-in comes from a new device if the account was used before, but never in this browser. */
export const isNewDevice = (account: { wasUsed: boolean; knowsThisOne: boolean }): boolean =>
  account.wasUsed && !account.knowsThisOne;
