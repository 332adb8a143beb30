import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { messages } from '../../platform/messages.ts';
import * as shapes from '../../platform/shapes.ts';
import { passkeyAnswer } from './passkeys.shapes.ts';

const tag = 'accounts';

export const confirmSession = endpoint({
  method: 'POST',
  path: '/v1/user/confirm',
  tag,
  summary:
    "Confirm with the password, or with a passkey's answer, that it's still the account's person; the session counts as confirmed for 10 minutes",
  session: 'required',
  body: z
    .object({ password: shapes.token(messages.passwordRequired).optional(), ...passkeyAnswer.partial().shape })
    .refine(({ password, response }) => password !== undefined || response !== undefined, {
      error: messages.passwordRequired,
      path: ['password'],
    }),
  answer: { status: 200, body: shapes.empty },
  errors: [422],
});

export const readTotp = endpoint({
  method: 'GET',
  path: '/v1/totp',
  tag,
  summary: 'Whether the caller logs in with one-time codes, and how many recovery codes are left',
  session: 'required',
  answer: { status: 200, body: z.object({ enabled: z.boolean(), recovery_codes_left: z.number().int() }) },
});

export const prepareTotp = endpoint({
  method: 'POST',
  path: '/v1/totp',
  tag,
  summary: 'Get a secret for an authenticator app; codes are on once `PUT` gets one. Needs a confirmed session',
  session: 'required',
  answer: {
    status: 200,
    body: z.object({
      secret: z.string().meta({ description: 'Base32, to type into an app' }),
      uri: z.string().meta({ description: 'The same as an otpauth: address, for a QR code' }),
    }),
  },
  errors: [409, 422],
});

export const enableTotp = endpoint({
  method: 'PUT',
  path: '/v1/totp',
  tag,
  summary: 'Turn codes on with the first one; with codes on, replace the recovery codes. Needs a confirmed session',
  session: 'required',
  body: z.object({ code: shapes.entry(100) }),
  answer: { status: 200, body: z.object({ recovery_codes: z.array(z.string()) }) },
  errors: [422],
});

export const disableTotp = endpoint({
  method: 'DELETE',
  path: '/v1/totp',
  tag,
  summary: 'Turn codes off; their recovery codes stop working. Needs a confirmed session',
  session: 'required',
  answer: { status: 200, body: shapes.empty },
  errors: [422],
});
