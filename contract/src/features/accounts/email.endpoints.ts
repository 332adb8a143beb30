import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import * as shapes from '../../platform/shapes.ts';

const tag = 'accounts';
const token = z.object({ token: z.string().max(200) });

export const requestEmailChange = endpoint({
  method: 'PATCH',
  path: '/v1/users/email',
  tag,
  summary:
    'Ask for another email address, which gets a link that completes the change; the response is the same whether or not the address has an account. Needs a confirmed session',
  session: 'required',
  body: z.object({ email: shapes.email }),
  answer: { status: 200, body: shapes.empty },
  errors: [422],
});

export const completeEmailChange = endpoint({
  method: 'PUT',
  path: '/v1/users/email',
  tag,
  summary: "Change the address with the emailed link's token; ends all sessions but the one that asked for it",
  session: 'none',
  body: token,
  answer: { status: 200, body: shapes.empty },
  errors: [409, 422],
});

export const undoEmailChange = endpoint({
  method: 'PUT',
  path: '/v1/users/email/undo',
  tag,
  summary:
    'Bring the old address back with the token emailed to it, whatever was changed since; ends all sessions and answers a reset token',
  session: 'none',
  body: token,
  answer: {
    status: 200,
    body: z.object({ reset_token: z.object({ token: z.string(), expiry: shapes.time }) }),
  },
  errors: [422],
});
