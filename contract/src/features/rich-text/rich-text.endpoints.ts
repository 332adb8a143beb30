import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';

export const findMentionable = endpoint({
  method: 'GET',
  path: '/v1/mentionable',
  tag: 'texts',
  summary:
    'People by username and name who may see what is written in a conversation, in a community, or below a post, if the caller may; without any of these, everyone',
  session: 'required',
  query: z.object({
    query: shapes.searchQuery,
    size: shapes.size(limits.page.users),
    conversation: shapes.id.optional().meta({ description: 'A conversation or channel' }),
    post_id: shapes.id.optional(),
    community: z
      .string()
      .max(limits.community.handle.max)
      .optional()
      .meta({ description: 'The handle of a community' }),
  }),
  answer: { status: 200, body: z.object({ users: z.array(shapes.author) }) },
});
