import type { SecurityEvent } from '@hubbub/contract/features/accounts/security.endpoints.ts';

/** What happened, as a person reads it. */
export const eventTexts: Record<SecurityEvent, string> = {
  log_in: 'Logged in',
  new_device: 'Logged in on a new device',
  log_in_failed: 'Wrong password at log-in',
  log_out: 'Logged out',
  session_ended: 'Logged a device out',
  sessions_ended: 'Logged all other devices out',
  disowned: "Ended a session that wasn't yours",
  password_changed: 'Password changed',
  password_reset: 'New password set',
  password_refused: 'Wrong password in the settings',
  reset_by_team: 'Password reset by the team',
  ended_by_team: 'Logged out everywhere by the team',
  codes_on: 'One-time codes turned on',
  codes_off: 'One-time codes turned off',
  codes_off_by_team: 'One-time codes turned off by the team',
  recovery_codes_made: 'New recovery codes made',
  recovery_code_used: 'Recovery code used',
  code_refused: 'Wrong one-time code at log-in',
};

/** Whether somebody should take a second look. */
export const isWorrying = (event: SecurityEvent): boolean =>
  event === 'log_in_failed' ||
  event === 'password_refused' ||
  event === 'code_refused' ||
  event === 'new_device' ||
  event === 'disowned';

/** Whether a device fits in a hand. */
export const isHandheld = (device: string): boolean => /iPhone|iPad|Android/.test(device);
