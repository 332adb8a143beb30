import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';
import { gridPost } from '../posts/posts.shapes.ts';

const tag = 'profiles';

export const getProfile = endpoint({
  method: 'GET',
  path: '/v1/users/:username',
  tag,
  summary: 'A person and a page of their posts, newest first; the newest 300 without size',
  session: 'required',
  params: z.object({ username: z.string().min(1).max(200) }),
  query: z.object({ size: shapes.size(limits.page.wholeGrid), last_id: shapes.id.optional() }),
  answer: {
    status: 200,
    body: z.object({
      /**
       * `muted` only if the caller has muted them; `following`: the caller follows them, `followed_by`: they follow the caller.
       */
      user: shapes.user.extend({
        muted: z.literal(true).optional(),
        following: z.boolean(),
        followed_by: z.boolean(),
        follower_count: z.int(),
        following_count: z.int(),
      }),
      posts: z.array(gridPost),
      post_count: z.int(),
    }),
  },
  errors: [404],
});

export const updateProfile = endpoint({
  method: 'POST',
  path: '/v1/profile',
  tag,
  summary: 'Change name, bio and picture; removedProfile "true" restores the default picture',
  session: 'required',
  multipart: {
    fields: z.object({
      name: shapes.keptName.optional(),
      bio: shapes.bio.optional(),
      removedProfile: z.enum(['true', 'false', '']).optional(),
    }),
    files: { profile_pic: { max: 1 } },
  },
  answer: { status: 200, body: z.object({ user: shapes.user }) },
  errors: [413, 415, 422, 507],
});
