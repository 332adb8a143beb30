import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import * as shapes from '../../platform/shapes.ts';

const tag = 'accounts';

/** A session: a device on which somebody is logged in. */
const session = z
  .object({
    session_id: shapes.id,
    created_at: shapes.time,
    last_seen_at: shapes.time,
    device: z.string().meta({ description: 'What the browser says it is, for example "Firefox on Windows"' }),
    address: z
      .string()
      .nullable()
      .meta({ description: "The network address it logged in from; null if that wasn't stored" }),
    current: z.boolean().meta({ description: "Whether it's the caller's own" }),
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof session>;

/** The events in an account's security log. */
export const securityEvents = [
  'log_in',
  'new_device',
  'log_in_failed',
  'log_in_locked',
  'log_in_refused',
  'log_out',
  'session_ended',
  'sessions_ended',
  'disowned',
  'password_changed',
  'password_reset',
  'password_refused',
  'reset_by_team',
  'ended_by_team',
  'codes_on',
  'codes_off',
  'codes_off_by_team',
  'changed_by_team',
  'deleted_by_team',
  'exported_by_team',
  'deactivated',
  'reactivated',
  'deletion_started',
  'deletion_canceled',
  'recovery_codes_made',
  'recovery_code_used',
  'code_refused',
  'codes_tried',
  'data_exported',
  'passkey_added',
  'passkey_removed',
  'passkey_refused',
  'second_factor_asked',
  'team_rights_paused',
  'email_change_asked',
  'email_changed',
  'email_change_undone',
  'username_changed',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

/** Refusals that a person's own log leaves out: ordinary steps of logging in, and missing team permissions. */
export const refusalEvents = ['code_needed', 'confirm_needed', 'team_refused'] as const;
export type RefusalEvent = (typeof refusalEvents)[number];

const securityEntry = z
  .object({
    _id: shapes.id,
    created_at: shapes.time,
    event: z.enum(securityEvents),
    device: z.string(),
    address: z.string(),
    current: z.boolean().meta({ description: "Whether the caller's own session did it" }),
  })
  .meta({ id: 'SecurityEntry' });
export type SecurityEntry = z.output<typeof securityEntry>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/v1/sessions',
  tag,
  summary: 'Where the caller is logged in, this session first, at most 100',
  session: 'required',
  answer: { status: 200, body: z.object({ sessions: z.array(session) }) },
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/v1/sessions/:session_id',
  tag,
  summary: "End one of the caller's sessions",
  session: 'required',
  params: z.object({ session_id: shapes.id }),
  answer: { status: 200, body: shapes.empty },
  errors: [404],
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/v1/sessions',
  tag,
  summary: "End all of the caller's sessions but this one",
  session: 'required',
  answer: { status: 200, body: shapes.empty },
});

/** The answer to "This wasn't me": a token for choosing a new password. */
const disowned = z.object({ reset_token: z.object({ token: z.string(), expiry: shapes.time }) });

export const disownSession = endpoint({
  method: 'POST',
  path: '/v1/sessions/disown',
  tag,
  summary:
    "End a session that the caller says wasn't theirs, and every one since, with the token of the mail; answers a reset token",
  session: 'none',
  body: z.object({ token: shapes.token('Open the whole link in the mail') }),
  answer: {
    status: 200,
    body: disowned,
  },
  errors: [422],
});

export const disownOwnSession = endpoint({
  method: 'POST',
  path: '/v1/sessions/:session_id/disown',
  tag,
  summary:
    "End one of the caller's sessions that wasn't theirs, and every one since but this one, and undo what they did; answers a reset token",
  session: 'required',
  params: z.object({ session_id: shapes.id }),
  answer: { status: 200, body: disowned },
  errors: [404, 422],
});

export const listSecurityLog = endpoint({
  method: 'GET',
  path: '/v1/user/security-log',
  tag,
  summary: "What happened to the caller's account, newest first: the last 500 entries of a year",
  session: 'required',
  query: shapes.page,
  answer: { status: 200, body: z.object({ entries: z.array(securityEntry) }) },
});
