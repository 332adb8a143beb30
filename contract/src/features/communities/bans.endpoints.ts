import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { codePoints, limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';
import { communityParams } from './communities.endpoints.ts';

const tag = 'communities';

/** `until`: null for a ban without an end. `by` is the deleted user once that account is gone. `ban_id` is for paging. */
export const ban = z
  .object({
    ban_id: shapes.id,
    user: shapes.author,
    until: shapes.time.nullable(),
    text: z.string(),
    created_at: shapes.time,
    by: shapes.author,
  })
  .meta({ id: 'Ban' });
export type Ban = z.output<typeof ban>;

const longReason = `A reason should not be more than ${limits.ban.text} characters`;
const wrongLength = `A ban lasts 1 to ${limits.ban.days} days, or has no end`;

/** Why somebody is banned; may be left out. */
export const banText = z
  .string()
  .default('')
  .refine((value) => codePoints(value) <= limits.ban.text, { error: longReason })
  .refine(shapes.isStorable, { error: "The reason contains a character that can't be stored" });

const memberParams = communityParams.extend({ username: z.string() });

export const listBans = endpoint({
  method: 'GET',
  path: '/v1/community/:handle/bans',
  tag,
  summary: 'Who is banned from a community, newest first; before is the ban_id to go on from. Requires ban:users',
  session: 'required',
  params: communityParams,
  query: z.object({
    size: shapes.size(limits.page.bans, limits.page.members),
    before: shapes.id.optional(),
    query: shapes.searchQuery,
  }),
  answer: { status: 200, body: z.object({ bans: z.array(ban) }) },
  errors: [404, 422],
});

export const banMember = endpoint({
  method: 'PUT',
  path: '/v1/community/:handle/bans/:username',
  tag,
  summary:
    'Ban a person from a community, for some days or without an end; a second ban replaces the first. Requires ban:users',
  session: 'required',
  params: memberParams,
  body: z.object({
    days: z
      .int({ error: wrongLength })
      .min(1, { error: wrongLength })
      .max(limits.ban.days, { error: wrongLength })
      .optional(),
    text: banText,
    delete_messages: z.boolean().default(false),
  }),
  answer: { status: 200, body: z.object({ ban }) },
  errors: [404, 422],
});

export const unbanMember = endpoint({
  method: 'DELETE',
  path: '/v1/community/:handle/bans/:username',
  tag,
  summary: 'Lift a ban, so that the person may come back; lifting it twice succeeds. Requires ban:users',
  session: 'required',
  params: memberParams,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/v1/community/:handle/members/:username',
  tag,
  summary: "Remove a member, who may come back; removing somebody who isn't a member succeeds. Requires ban:users",
  session: 'required',
  params: memberParams,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});
