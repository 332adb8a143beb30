import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';

const tag = 'site';
const params = z.object({ username: z.string() });

export const changePerson = endpoint({
  method: 'PATCH',
  path: '/v1/site/people/:username',
  tag,
  summary:
    "Change somebody's name, username or email, whatever is sent; a new email counts as confirmed, and they're notified. For admins, never of an equal or higher role. Needs a confirmed session",
  session: 'required',
  params,
  body: z.object({
    name: shapes.name.nullish(),
    username: shapes.username.optional(),
    email: shapes.email.nullish(),
  }),
  answer: { status: 200, body: z.object({ user: shapes.user, email: z.string().nullable() }) },
  errors: [404, 409, 422],
});

export const deletePerson = endpoint({
  method: 'DELETE',
  path: '/v1/site/people/:username',
  tag,
  summary:
    "Delete somebody's account, with the same time to change their mind as if they deleted it; they're notified. For admins, never of an equal or higher role. Needs a confirmed session",
  session: 'required',
  params,
  body: z.object({
    /** The reason, for the mail. */
    text: z
      .string()
      .refine((value) => [...value].length <= limits.moderation.text, {
        error: `Write at most ${limits.moderation.text} characters`,
      })
      .optional(),
  }),
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});
