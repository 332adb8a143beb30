import * as endpoints from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { settleLogOut } from '#features/accounts/accounts.data.ts';
import { type BodyOf, call } from '#platform/api-client.ts';
import { ApiError } from '#platform/errors.ts';
import { storeUser } from '#platform/session.ts';
import { tabFormDraft } from '#platform/tab-drafts.ts';

/** What was typed before the password step. It survives reloading a step and is deleted once the account exists. */
export const registrationDrafts = {
  email: tabFormDraft('register-email', ['email']),
  username: tabFormDraft('register-username', ['name', 'username']),
};

/** Registration, step 1. Resolves to the id that the next steps need. */
export async function registerEmail(body: BodyOf<typeof endpoints.registerEmail>): Promise<string> {
  const { reg_id } = await call(endpoints.registerEmail, { body });
  return reg_id;
}

/** Registration, step 2. A blank name is omitted. */
export async function registerUsername({ name, ...rest }: BodyOf<typeof endpoints.registerUsername>): Promise<void> {
  const given = name?.trim() ?? '';
  await call(endpoints.registerUsername, { body: given === '' ? rest : { ...rest, name: given } });
}

/** Registration, step 3: creates the account, which then waits for activation. A blank reason is omitted. */
export async function createAccount({ reason, ...rest }: BodyOf<typeof endpoints.createAccount>): Promise<void> {
  const given = reason?.trim() ?? '';
  await call(endpoints.createAccount, { body: given === '' ? rest : { ...rest, reason: given } });
  registrationDrafts.email.forget();
  registrationDrafts.username.forget();
}

/** Whether a link was used, is too old or was never made. */
export const isDeadLink = (error: unknown): boolean => error instanceof ApiError && error.status === 422;

/** The username of the account that an emailed link would activate. */
export const activationOptions = (token: string) =>
  queryOptions({
    queryKey: ['activation', token],
    queryFn: async ({ signal }) => (await call(endpoints.readActivation, { body: { token } }, { signal })).username,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Deletes the registration that belongs to an emailed link's token. */
export async function declineActivation(token: string): Promise<void> {
  await call(endpoints.declineActivation, { body: { token } });
}

/** Activates the account that belongs to an emailed link's token. Resolves to whether it now waits for the team's approval. */
export async function activateAccount(token: string): Promise<boolean> {
  return (await call(endpoints.activateAccount, { body: { token } })).waiting;
}

/** Whose account a log-in link opens. */
export const loginLinkOptions = (token: string) =>
  queryOptions({
    queryKey: ['login-link', token],
    queryFn: ({ signal }) => call(endpoints.readLoginLink, { body: { token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Chooses a password with a log-in link, and logs in. */
export async function enterWithLink(body: BodyOf<typeof endpoints.useLoginLink>): Promise<void> {
  await settleLogOut();
  const { user } = await call(endpoints.useLoginLink, { body });
  storeUser(user);
}

/** Requests a one-time code by email. Resolves to the username that the next step needs. */
export async function requestCode(body: BodyOf<typeof endpoints.requestCode>): Promise<string> {
  const { username } = await call(endpoints.requestCode, { body });
  return username;
}

/** Exchanges a one-time code. Resolves to the reset token that the next step needs. */
export async function validateCode(body: BodyOf<typeof endpoints.validateCode>): Promise<string> {
  const { reset_token } = await call(endpoints.validateCode, { body });
  return reset_token.token;
}

/** Sets a new password with a reset token. */
export async function resetPassword(body: BodyOf<typeof endpoints.resetPassword>): Promise<void> {
  await call(endpoints.resetPassword, { body });
}
