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

/** People are notified of changes to who can get into their account, of what their role needs, and of log-ins from new devices. */
export const isNotified = (event: SecurityEvent): boolean => mailed.has(event);

const ways: ReadonlySet<SecurityEvent | RefusalEvent> = new Set<RefusalEvent>([
  'code_needed',
  'confirm_needed',
  'team_refused',
]);

/** Whether a refusal belongs in the log of its account, and not only in the site's: steps on the usual way in don't. */
export const isOwnRefusal = (event: SecurityEvent | RefusalEvent): event is SecurityEvent => !ways.has(event);

/** What anybody can cause who knows a name. */
const failures: readonly SecurityEvent[] = ['log_in_failed', 'log_in_locked'];

/**
 * The refusals that count together for how many an account's own log keeps of a day: a stranger's don't take the room of those that take
 * a password, a passkey or a session.
 */
export function countedWith(event: SecurityEvent | RefusalEvent): readonly SecurityEvent[] {
  if (!isOwnRefusal(event)) return [];
  return failures.includes(event) ? failures : [event];
}

/** A log-in comes from a new device if the account was used before, but never in this browser. */
export const isNewDevice = (account: { wasUsed: boolean; knowsThisOne: boolean }): boolean =>
  account.wasUsed && !account.knowsThisOne;
