import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';

/** Who a search leaves out: people the caller already has a conversation with. */
export const searchWithout = z.enum(['conversations'], { error: 'without can only be conversations' });
export type SearchWithout = z.output<typeof searchWithout>;

const foundUser = shapes.author.extend({ mobileNumber: shapes.mobileNumber }).meta({ id: 'FoundUser' });

export const searchUsers = endpoint({
  method: 'GET',
  path: '/v1/users',
  tag: 'search',
  summary: 'People by username and name, best match first, without the caller',
  session: 'required',
  query: z.object({
    query: shapes.searchQuery,
    size: shapes.size(limits.page.users),
    without: searchWithout.optional(),
  }),
  answer: { status: 200, body: z.object({ users: z.array(foundUser) }) },
});
