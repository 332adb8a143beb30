import { z } from 'zod';
import { accountMessages } from '../../platform/account-messages.ts';
import { endpoint } from '../../platform/endpoint.ts';
import { codePoints, limits } from '../../platform/limits.ts';
import { messages } from '../../platform/messages.ts';
import * as shapes from '../../platform/shapes.ts';

const tag = 'accounts';
const userAnswer = z.object({ user: shapes.user });
/** `waiting`: the person can log in once the site's team has accepted them. */
const enteringAnswer = z.object({ user: shapes.user, waiting: z.boolean() });

/** From an authenticator app, or a recovery code: for accounts that log in with codes. */
const secondFactor = shapes.entry(100).optional();

export const logIn = endpoint({
  method: 'POST',
  path: '/v1/tokens/authentication',
  tag,
  summary: 'Log in with a username or email; sets the session cookie',
  session: 'none',
  body: z.object({
    username: shapes.identifier,
    password: shapes.token(messages.passwordRequired),
    code: secondFactor,
  }),
  answer: { status: 201, body: userAnswer },
  errors: [401, 403, 422],
});

export const logOut = endpoint({
  method: 'POST',
  path: '/v1/users/logout',
  aliases: ['/api/v1/users/logout'],
  tag,
  summary: 'Log out; succeeds without a session, too',
  session: 'none',
  answer: { status: 200, body: shapes.empty },
});

export const registerEmail = endpoint({
  method: 'PATCH',
  path: '/v1/register/email',
  tag,
  summary: 'Registration, step 1: the email',
  session: 'none',
  body: z.object({
    email: shapes.email,
    invite: shapes.entry(limits.invite.code.max, accountMessages.inviteInvalid).optional(),
    proof: z.string().max(limits.proof.max, { error: accountMessages.proofInvalid }).optional(),
  }),
  answer: { status: 200, body: z.object({ reg_id: shapes.id }) },
  errors: [409, 422],
});

export const registerUsername = endpoint({
  method: 'PATCH',
  path: '/v1/register/username',
  tag,
  summary: 'Registration, step 2: the username and, optionally, the name',
  session: 'none',
  body: z.object({
    reg_id: shapes.token('Start again with your email: this registration is unknown'),
    name: shapes.name.nullish(),
    username: shapes.username,
  }),
  answer: { status: 200, body: z.object({ username: z.string() }) },
  errors: [409, 422],
});

/** Whether the person accepts the site's rules. Sites with `rules_tick` require it to register. */
const acceptsRules = z.boolean().optional();

export const createAccount = endpoint({
  method: 'POST',
  path: '/v1/users',
  tag,
  summary: 'Registration, step 3: the password; emails the activation link',
  session: 'none',
  body: shapes.withConfirmation(
    z.object({
      reg_id: shapes.token('Start again with your email: this registration is unknown'),
      password: shapes.password,
      confirm_password: shapes.confirmPassword,
      reason: z
        .string()
        .refine((text) => codePoints(text) <= limits.joinReason.max, { error: messages.reasonLong })
        .optional(),
      accepts_rules: acceptsRules,
    }),
  ),
  answer: { status: 201, body: enteringAnswer },
  errors: [409, 422],
});

export const activateAccount = endpoint({
  method: 'PUT',
  path: '/v1/users/activated',
  tag,
  summary: "Activate an account with the emailed link's token, in the body or the query",
  session: 'none',
  query: z.object({ token: z.string().max(200).optional() }),
  body: z.object({ token: z.string().max(200).optional() }),
  answer: { status: 200, body: enteringAnswer },
  errors: [422],
});

export const readActivation = endpoint({
  method: 'POST',
  path: '/v1/users/activation',
  tag,
  summary: "The account that an emailed link's token would activate; changes nothing",
  session: 'none',
  body: z.object({ token: shapes.token(messages.activationTokenRequired) }),
  answer: { status: 200, body: z.object({ username: z.string(), expires_at: shapes.time }) },
  errors: [422],
});

export const declineActivation = endpoint({
  method: 'DELETE',
  path: '/v1/users/activation',
  tag,
  summary: "Delete a registration that the address's owner didn't ask for, with the emailed link's token",
  session: 'none',
  body: z.object({ token: shapes.token(messages.activationTokenRequired) }),
  answer: { status: 200, body: shapes.empty },
  errors: [422],
});

export const requestCode = endpoint({
  method: 'POST',
  path: '/v1/otp',
  tag,
  summary: 'Request a one-time code by email; the response is the same whether or not the account exists',
  session: 'none',
  body: z.object({ username: shapes.identifier }),
  answer: { status: 200, body: z.object({ username: z.string() }) },
  errors: [422],
});

export const validateCode = endpoint({
  method: 'POST',
  path: '/v1/otp/validate',
  tag,
  summary: 'Exchange a one-time code for a reset token; at most 5 attempts per code',
  session: 'none',
  body: z.object({ username: shapes.identifier, otp: shapes.otp }),
  answer: {
    status: 200,
    body: z.object({ reset_token: z.object({ token: z.string(), expiry: shapes.time }) }),
  },
  errors: [422],
});

export const resetPassword = endpoint({
  method: 'PATCH',
  path: '/v1/users/reset-password',
  tag,
  summary: "Set a new password with a reset token, which works once; ends all of the user's sessions",
  session: 'none',
  query: z.object({ reset_token: z.string().max(200).optional() }),
  body: shapes.withConfirmation(
    z.object({
      reset_token: z.string().max(200).optional(),
      password: shapes.password,
      confirm_password: shapes.confirmPassword,
    }),
  ),
  answer: { status: 200, body: shapes.empty },
  errors: [422],
});

export const readLoginLink = endpoint({
  method: 'POST',
  path: '/v1/users/login-link/read',
  tag,
  summary: "Whose account a login link opens; doesn't use it up",
  session: 'none',
  body: z.object({ token: shapes.token(accountMessages.loginLinkGone) }),
  answer: {
    status: 200,
    body: z.object({
      username: z.string(),
      name: z.string().nullable(),
      /** They're joining, and the site requires new members to accept its rules. */
      asks_rules: z.literal(true).optional(),
    }),
  },
  errors: [422],
});

export const useLoginLink = endpoint({
  method: 'POST',
  path: '/v1/users/login-link',
  tag,
  summary: 'Choose a password with a login link, which works once, and log in',
  session: 'none',
  body: shapes.withConfirmation(
    z.object({
      token: shapes.token(accountMessages.loginLinkGone),
      code: secondFactor,
      password: shapes.password,
      confirm_password: shapes.confirmPassword,
      accepts_rules: acceptsRules,
    }),
  ),
  answer: { status: 201, body: userAnswer },
  errors: [422],
});

export const changePassword = endpoint({
  method: 'PATCH',
  path: '/v1/users/password',
  tag,
  summary: "Change the password; ends the user's other sessions",
  session: 'required',
  body: shapes.withConfirmation(
    z.object({
      old_password: shapes.token(messages.passwordRequired),
      password: shapes.password,
      confirm_password: shapes.confirmPassword,
    }),
  ),
  answer: { status: 200, body: shapes.empty },
  errors: [422],
});

export const getOwnUser = endpoint({
  method: 'GET',
  path: '/v1/user',
  tag,
  summary: 'The caller',
  session: 'required',
  answer: { status: 200, body: userAnswer },
});

export const checkSession = endpoint({
  method: 'GET',
  path: '/v1/user/check',
  tag,
  summary: 'Whether the session is valid',
  session: 'required',
  answer: { status: 200, body: shapes.empty },
});

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/v1/users',
  tag,
  summary: 'Change the username and NSFW preference',
  session: 'required',
  body: z.object({ username: shapes.username.optional(), show_nsfw: z.boolean().optional() }),
  answer: { status: 200, body: userAnswer },
  errors: [409, 422],
});

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/v1/users',
  tag,
  summary:
    "Delete the caller's account for good, or, on a site that gives people days to change their mind, hide it until then; the site's last owner can't. With codes on, or a passkey, it takes the password, or a confirmed session",
  session: 'required',
  body: z.object({ password: z.string().max(500).optional() }),
  answer: { status: 200, body: shapes.empty },
  errors: [422],
});

export const deactivateAccount = endpoint({
  method: 'POST',
  path: '/v1/users/deactivate',
  tag,
  summary:
    "Hide the caller's account and everything in it until the next log-in, for up to a year, and end its sessions; the site's last owner can't",
  session: 'required',
  answer: { status: 200, body: shapes.empty },
  errors: [422],
});

const returnToken = z.object({ token: shapes.token(accountMessages.returnTokenRequired) });

export const readReturn = endpoint({
  method: 'POST',
  path: '/v1/users/deletion',
  tag,
  summary: "The account that an emailed link's token would bring back, and until when; changes nothing",
  session: 'none',
  body: returnToken,
  answer: { status: 200, body: z.object({ username: z.string(), ends_at: shapes.time }) },
  errors: [422],
});

export const cancelDeletion = endpoint({
  method: 'DELETE',
  path: '/v1/users/deletion',
  tag,
  summary: 'Bring an account back that is being deleted, with the token of the mail; nobody is logged in',
  session: 'none',
  body: returnToken,
  answer: { status: 200, body: shapes.empty },
  errors: [422],
});
