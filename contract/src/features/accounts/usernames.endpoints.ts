import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import * as shapes from '../../platform/shapes.ts';

const tag = 'accounts';

const usernames = z
  .object({
    changeable_at: shapes.time
      .nullable()
      .meta({ description: 'From when the username can be changed again; null if it can be now' }),
    keep: z.boolean().meta({ description: 'Whether former usernames lead to the caller and nobody else gets them' }),
    former: z.array(z.object({ username: z.string(), until: shapes.time })),
  })
  .meta({ id: 'Usernames' });
export type Usernames = z.output<typeof usernames>;

const answer = { status: 200, body: z.object({ usernames }) } as const;

export const readUsernames = endpoint({
  method: 'GET',
  path: '/v1/user/usernames',
  tag,
  summary: "The caller's former usernames that lead to them, in lower case, and when they can change theirs again",
  session: 'required',
  answer,
});

export const keepUsernames = endpoint({
  method: 'PATCH',
  path: '/v1/user/usernames',
  tag,
  summary: 'Whether former usernames lead to the caller; turning it off frees them right away',
  session: 'required',
  body: z.object({ keep: z.boolean() }),
  answer,
});
