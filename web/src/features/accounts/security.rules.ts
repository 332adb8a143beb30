import type { SecurityEvent } from '@hubbub/contract/features/accounts/security.endpoints.ts';

/** What happened, as a person reads it. */
export const eventTexts: Record<SecurityEvent, string> = {
  log_in: 'Logged in',
  new_device: 'Logged in on a new device',
  log_in_failed: 'Wrong password at log-in',
  log_in_locked: 'Too many wrong passwords at log-in',
  log_in_refused: "Right password, but the account couldn't be used",
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
  changed_by_team: 'Name, username or email changed by the team',
  deleted_by_team: 'Account deletion started by the team',
  exported_by_team: 'Data downloaded by the team',
  deactivated: 'Account deactivated',
  reactivated: 'Account reactivated',
  deletion_started: 'Account deletion started',
  deletion_canceled: 'Account deletion canceled',
  recovery_codes_made: 'New recovery codes made',
  recovery_code_used: 'Recovery code used',
  code_refused: 'Wrong one-time code at log-in',
  codes_tried: 'Too many wrong one-time codes',
  data_exported: 'Asked for a copy of your data',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  passkey_refused: 'Passkey refused',
  second_factor_asked: 'Asked to set up a second factor',
  team_rights_paused: 'Team rights paused',
  email_change_asked: 'Asked to change the email',
  email_changed: 'Email changed',
  email_change_undone: 'Change of the email undone',
  username_changed: 'Username changed',
};

/** Whether somebody should take a second look. */
export const isWorrying = (event: SecurityEvent): boolean =>
  event === 'log_in_failed' ||
  event === 'log_in_locked' ||
  event === 'password_refused' ||
  event === 'code_refused' ||
  event === 'codes_tried' ||
  event === 'passkey_refused' ||
  event === 'new_device' ||
  event === 'disowned';

/** Whether a device fits in a hand. */
export const isHandheld = (device: string): boolean => /iPhone|iPad|Android/.test(device);
