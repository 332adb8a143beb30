import * as endpoints from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type CallInput, call } from '#platform/api-client.ts';
import { clearDrafts, formDraft } from '#platform/drafts.ts';
import { pathTo } from '#platform/paths.ts';
import { clearSession, storeUser } from '#platform/session.ts';

type Body<E extends Parameters<typeof call>[0]> = CallInput<E> extends { body: infer B } ? B : never;

/** What was typed before the password: it outlives a reload of a step, and is forgotten when the account exists. */
export const registrationDrafts = {
  email: formDraft('register-email', ['email']),
  username: formDraft('register-username', ['name', 'username']),
};

/** The caller as the server knows it. Reading it checks the session: a 401 leads to log-in. */
export const ownUserOptions = queryOptions({
  queryKey: ['own-user'],
  queryFn: async ({ signal }) => {
    const { user } = await call(endpoints.getOwnUser, {}, { signal });
    storeUser(user);
    return user;
  },
  staleTime: 5 * 60_000,
});

/** Logs in and keeps the user in the local storage. */
export async function logIn(body: Body<typeof endpoints.logIn>): Promise<User> {
  const { user } = await call(endpoints.logIn, { body });
  storeUser(user);
  return user;
}

/** Section 4: calls the logout endpoint, then clears all local storage and goes to log-in. */
export function useLogOut() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(endpoints.logOut),
    onSuccess: () => {
      clearDrafts();
      clearSession();
      void navigate(pathTo('login'), { replace: true });
    },
  });
}

/** Registration, step 1. Resolves to the id that the next steps carry. */
export async function registerEmail(body: Body<typeof endpoints.registerEmail>): Promise<string> {
  const { reg_id } = await call(endpoints.registerEmail, { body });
  return reg_id;
}

/** Registration, step 2. A blank name is left out. */
export async function registerUsername({ name, ...rest }: Body<typeof endpoints.registerUsername>): Promise<void> {
  const given = name?.trim() ?? '';
  await call(endpoints.registerUsername, { body: given === '' ? rest : { ...rest, name: given } });
}

/** Registration, step 3: the account exists afterwards and waits for its activation. */
export async function createAccount(body: Body<typeof endpoints.createAccount>): Promise<void> {
  await call(endpoints.createAccount, { body });
  registrationDrafts.email.forget();
  registrationDrafts.username.forget();
}

/** Activates the account that the token of the e-mailed link belongs to. */
export async function activateAccount(token: string): Promise<void> {
  await call(endpoints.activateAccount, { body: { token } });
}

/** Asks for a one-time code by e-mail. Resolves to the username that the next step carries. */
export async function requestCode(body: Body<typeof endpoints.requestCode>): Promise<string> {
  const { username } = await call(endpoints.requestCode, { body });
  return username;
}

/** Exchanges a one-time code. Resolves to the reset token that the next step carries. */
export async function validateCode(body: Body<typeof endpoints.validateCode>): Promise<string> {
  const { reset_token } = await call(endpoints.validateCode, { body });
  return reset_token.token;
}

/** Sets a new password with a reset token. */
export async function resetPassword(body: Body<typeof endpoints.resetPassword>): Promise<void> {
  await call(endpoints.resetPassword, { body });
}

/** Changes the username and the NSFW preference; the answer is kept in the local storage. */
export async function updateUser(body: Body<typeof endpoints.updateUser>): Promise<User> {
  const { user } = await call(endpoints.updateUser, { body });
  storeUser(user);
  return user;
}

/** Changes the password; the other sessions of the person end. */
export async function changePassword(body: Body<typeof endpoints.changePassword>): Promise<void> {
  await call(endpoints.changePassword, { body });
}

/** Deletes the caller's account for good, then leaves as a log-out does. */
export function useDeleteAccount() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(endpoints.deleteAccount),
    onSuccess: () => {
      clearDrafts();
      clearSession();
      void navigate(pathTo('login'), { replace: true });
    },
  });
}
