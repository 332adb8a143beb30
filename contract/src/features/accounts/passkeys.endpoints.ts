import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import * as shapes from '../../platform/shapes.ts';
import {
  creationOptions,
  passkey,
  passkeyAnswer,
  passkeyCreation,
  passkeyName,
  requestOptions,
} from './passkeys.shapes.ts';

const tag = 'accounts';
const passkeyParams = z.object({ passkey_id: shapes.id });

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/v1/passkeys',
  tag,
  summary: "The caller's passkeys, newest first: at most 20",
  session: 'required',
  answer: { status: 200, body: z.object({ passkeys: z.array(passkey) }) },
});

export const preparePasskey = endpoint({
  method: 'POST',
  path: '/v1/passkeys/options',
  tag,
  summary: 'What a browser makes a passkey from; good once, for 5 minutes, in this session. Needs a confirmed session',
  session: 'required',
  answer: { status: 200, body: creationOptions },
  errors: [422],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/v1/passkeys',
  tag,
  summary: "Add the passkey that the browser made. It's named after the device unless named. Needs a confirmed session",
  session: 'required',
  body: z.object({ ...passkeyCreation.shape, name: passkeyName.optional() }),
  answer: { status: 201, body: z.object({ passkey }) },
  errors: [409, 422],
});

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/v1/passkeys/:passkey_id',
  tag,
  summary: "Rename one of the caller's passkeys",
  session: 'required',
  params: passkeyParams,
  body: z.object({ name: passkeyName }),
  answer: { status: 200, body: z.object({ passkey }) },
  errors: [404, 422],
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/v1/passkeys/:passkey_id',
  tag,
  summary: "Remove one of the caller's passkeys. Needs a confirmed session",
  session: 'required',
  params: passkeyParams,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});

export const prepareConfirmation = endpoint({
  method: 'POST',
  path: '/v1/user/confirm/options',
  tag,
  summary: "What one of the caller's passkeys signs to confirm; good once, for 5 minutes, in this session",
  session: 'required',
  answer: { status: 200, body: requestOptions },
  errors: [422],
});

export const preparePasskeyLogIn = endpoint({
  method: 'POST',
  path: '/v1/tokens/passkey/options',
  tag,
  summary: 'What a passkey signs to log in; the same for everybody, good once, for 5 minutes',
  session: 'none',
  answer: { status: 200, body: requestOptions },
});

export const logInWithPasskey = endpoint({
  method: 'POST',
  path: '/v1/tokens/passkey',
  tag,
  summary: 'Log in with a passkey, which needs no one-time code; sets the session cookie',
  session: 'none',
  body: passkeyAnswer,
  answer: { status: 201, body: z.object({ user: shapes.user }) },
  errors: [401, 403, 422],
});
