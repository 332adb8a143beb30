import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';

const tag = 'site';

/** A challenge of ALTCHA's proof of work (version 2): `signature` proves that this server made it. */
const challenge = z
  .object({
    parameters: z.object({
      algorithm: z.string(),
      cost: z.number().int(),
      expiresAt: z.number().int(),
      keyLength: z.number().int(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      nonce: z.string(),
      salt: z.string(),
    }),
    signature: z.string(),
  })
  .meta({ id: 'Challenge' });
export type Challenge = z.output<typeof challenge>;

export const getChallenge = endpoint({
  method: 'GET',
  path: '/v1/site/challenge',
  tag,
  summary:
    'A proof of work for `PATCH /v1/register/email` while registrations come faster than usual; null while none is needed',
  session: 'none',
  answer: { status: 200, body: z.object({ challenge: challenge.nullable() }) },
});

/** An invite as its maker and admins see it. `valid`: it isn't used up or expired, and its maker may still invite. */
const invite = z
  .object({
    invite_id: shapes.id,
    code: z.string(),
    url: z.string(),
    uses_left: z.number().int(),
    expires_at: shapes.time,
    created_at: shapes.time,
    community_handle: z.string().nullable(),
    created_by: shapes.author,
    valid: z.boolean(),
  })
  .meta({ id: 'Invite' });
export type Invite = z.output<typeof invite>;

const whole = (max: number, sentence: string) =>
  z.number({ error: sentence }).int({ error: sentence }).min(1, { error: sentence }).max(max, { error: sentence });

export const createInvite = endpoint({
  method: 'POST',
  path: '/v1/invites',
  tag,
  summary: 'Make an invite to the site, or to a community',
  session: 'required',
  body: z.object({
    uses: whole(limits.invite.uses.max, `Choose 1 to ${limits.invite.uses.max} uses.`).default(
      limits.invite.uses.usual,
    ),
    days: whole(limits.invite.days.max, `Choose 1 to ${limits.invite.days.max} days.`).default(
      limits.invite.days.usual,
    ),
    community_handle: z.string().nullish(),
  }),
  answer: { status: 201, body: z.object({ invite }) },
  errors: [404, 422],
});

export const listInvites = endpoint({
  method: 'GET',
  path: '/v1/invites',
  tag,
  summary:
    "The caller's invites that haven't expired, newest first; admins see everybody's. With `community_handle`, those to a community that the caller may invite to",
  session: 'required',
  query: shapes.page.extend({ community_handle: z.string().optional() }),
  answer: { status: 200, body: z.object({ invites: z.array(invite), next: z.string().nullable() }) },
  errors: [404, 422],
});

export const deleteInvite = endpoint({
  method: 'DELETE',
  path: '/v1/invites/:invite_id',
  tag,
  summary: 'Withdraw an invite; its maker and admins may',
  session: 'required',
  params: z.object({ invite_id: z.string() }),
  answer: { status: 200, body: shapes.empty },
  errors: [404],
});

export const readInvite = endpoint({
  method: 'GET',
  path: '/v1/invites/code/:code',
  tag,
  summary: "What an invite's link leads to; one that no longer works doesn't say who made it",
  session: 'none',
  params: z.object({ code: z.string().trim() }),
  answer: {
    status: 200,
    body: z.object({
      invite: z.object({
        site_name: z.string(),
        invited_by: shapes.author.nullable(),
        community: z.object({ community_handle: z.string(), name: z.string(), profile_path: z.string() }).nullable(),
        valid: z.boolean(),
        /** Whether somebody without an account can register right now, and whether they'd have to wait for approval. */
        registration: z.enum(['open', 'approval', 'closed']),
      }),
    }),
  },
  errors: [404],
});

/** Someone who waits for approval. */
const joinRequest = z
  .object({ user: shapes.author, email: z.string().nullable(), created_at: shapes.time, reason: z.string() })
  .meta({ id: 'JoinRequest' });
export type JoinRequest = z.output<typeof joinRequest>;

export const listRequests = endpoint({
  method: 'GET',
  path: '/v1/site/requests',
  tag,
  summary: 'People who confirmed their address and wait for approval, newest first; for the team',
  session: 'required',
  query: shapes.page,
  answer: { status: 200, body: z.object({ requests: z.array(joinRequest), next: z.string().nullable() }) },
  errors: [422],
});

export const decideRequest = endpoint({
  method: 'POST',
  path: '/v1/site/requests/:username',
  tag,
  summary: 'Let somebody in, or delete their account; either way they are mailed',
  session: 'required',
  params: z.object({ username: z.string() }),
  body: z.object({
    decision: z.enum(['accept', 'refuse'], { error: 'Send "accept" or "refuse".' }),
  }),
  answer: { status: 200, body: shapes.empty },
  errors: [404, 409, 422],
});
