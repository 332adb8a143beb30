import * as endpoints from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { settleLogOut } from '#features/accounts/accounts.data.ts';
import { type BodyOf, call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { ApiError } from '#platform/errors.ts';
import { storeUser } from '#platform/session.ts';
import { tabFormDraft } from '#platform/tab-drafts.ts';

/** What was typed before the password step. It survives reloading a step and is deleted once the account exists. */
export const registrationDrafts = {
  email: tabFormDraft('register-email', ['email']),
  username: tabFormDraft('register-username', ['name', 'username']),
};

/** Registration, step 1. Resolves to the id that the next steps need. */
export const useRegisterEmail = () =>
  useChange({
    fails: 'here',
    mutationFn: async (body: BodyOf<typeof endpoints.registerEmail>) =>
      (await call(endpoints.registerEmail, { body })).reg_id,
  });

/** Registration, step 2. A blank name is omitted. */
export const useRegisterUsername = () =>
  useChange({
    fails: 'here',
    mutationFn: ({ name, ...rest }: BodyOf<typeof endpoints.registerUsername>) => {
      const given = name?.trim() ?? '';
      return call(endpoints.registerUsername, { body: given === '' ? rest : { ...rest, name: given } });
    },
  });

/** Registration, step 3: creates the account, which then waits for activation. A blank reason is omitted. */
export const useCreateAccount = () =>
  useChange({
    fails: 'here',
    mutationFn: ({ reason, ...rest }: BodyOf<typeof endpoints.createAccount>) => {
      const given = reason?.trim() ?? '';
      return call(endpoints.createAccount, { body: given === '' ? rest : { ...rest, reason: given } });
    },
    onSuccess: () => {
      registrationDrafts.email.forget();
      registrationDrafts.username.forget();
    },
  });

/** Whether the server says that a link was used, has expired or never existed. */
export const isDeadLink = (error: unknown): boolean => error instanceof ApiError && error.status === 422;

/** The username of the account that an emailed link would activate. */
export const activationOptions = (token: string) =>
  queryOptions({
    queryKey: ['activation', token],
    queryFn: async ({ signal }) => (await call(endpoints.readActivation, { body: { token } }, { signal })).username,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Activates the account that belongs to an emailed link's token, or deletes its registration. Resolves to whether it now waits for the
 * team's approval. A failure is said in an alert, and beside the button after that.
 */
export function useActivation(token: string, onSuccess: (waits: boolean, how: 'activate' | 'decline') => unknown) {
  const client = useQueryClient();
  // The same as its query's.
  const mutationKey = activationOptions(token).queryKey;
  const { mutate, ...activation } = useChange({
    mutationKey,
    fails: 'alert',
    mutationFn: async (how: 'activate' | 'decline') => {
      if (how === 'activate') return (await call(endpoints.activateAccount, { body: { token } })).waiting;
      await call(endpoints.declineActivation, { body: { token } });
      return false;
    },
    onSuccess,
    onSettled: (_answer, error) => {
      if (isDeadLink(error)) void client.refetchQueries({ queryKey: mutationKey });
    },
  });
  return {
    ...activation,
    /** The second click of a double click can come before the buttons are drawn as pending. It would find the link used. */
    use: (how: 'activate' | 'decline') => {
      if (client.isMutating({ mutationKey }) === 0) mutate(how);
    },
  };
}

/** The account that a log-in link opens. */
export const loginLinkOptions = (token: string) =>
  queryOptions({
    queryKey: ['login-link', token],
    queryFn: ({ signal }) => call(endpoints.readLoginLink, { body: { token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Chooses a password with a log-in link, and logs in. */
export const useEnterWithLink = () =>
  useChange({
    fails: 'here',
    mutationFn: async (body: BodyOf<typeof endpoints.useLoginLink>) => {
      await settleLogOut();
      storeUser((await call(endpoints.useLoginLink, { body })).user);
    },
  });

/** Requests a one-time code by email. Resolves to the username that the next step needs. */
export const useRequestCode = () =>
  useChange({
    fails: 'here',
    mutationFn: async (body: BodyOf<typeof endpoints.requestCode>) =>
      (await call(endpoints.requestCode, { body })).username,
  });

/** Exchanges a one-time code. Resolves to the reset token that the next step needs. */
export const useValidateCode = () =>
  useChange({
    fails: 'here',
    mutationFn: async (body: BodyOf<typeof endpoints.validateCode>) =>
      (await call(endpoints.validateCode, { body })).reset_token.token,
  });

/** Sets a new password with a reset token. */
export const useResetPassword = () =>
  useChange({
    fails: 'here',
    mutationFn: (body: BodyOf<typeof endpoints.resetPassword>) => call(endpoints.resetPassword, { body }),
  });
