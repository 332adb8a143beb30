import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';
import { postCommunity } from '../posts/posts.shapes.ts';
import { getProfile } from '../profiles/profiles.endpoints.ts';

/**
 * `roles`: their roles in the requested community, if the caller is in it, too. `communities`: first those that both
 * are in, then their other public ones. `abilities.give_roles`: the roles that the caller may give them and take from
 * them there.
 */
export const card = z
  .object({
    user: getProfile.answer.body.shape.user,
    roles: z.array(z.object({ role_id: shapes.id, name: z.string() })),
    communities: z.array(postCommunity).max(limits.cardCommunities),
    abilities: z.object({
      message: z.boolean(),
      call: z.boolean(),
      follow: z.boolean(),
      give_roles: z.array(shapes.id),
      mute: z.boolean(),
      ban: z.boolean(),
    }),
  })
  .meta({ id: 'Card' });
export type Card = z.output<typeof card>;

export const getCard = endpoint({
  method: 'GET',
  path: '/v1/users/:username/card',
  tag: 'profiles',
  summary: 'Who somebody is, and what the caller can do about them; with community, a handle, also there',
  session: 'required',
  params: z.object({ username: z.string().min(1).max(200) }),
  query: z.object({ community: z.string().max(200).optional() }),
  answer: { status: 200, body: card },
  errors: [404],
});
