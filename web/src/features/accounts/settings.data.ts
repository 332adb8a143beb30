import * as endpoints from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { withConfirm } from '#features/accounts/confirm-store.ts';
import { type BodyOf, call } from '#platform/api-client.ts';
import { pathTo } from '#platform/paths.ts';
import { leaveSession, storeUser } from '#platform/session.ts';

/** Changes the username and the NSFW preference; the answer is saved in local storage. */
export async function updateUser(body: BodyOf<typeof endpoints.updateUser>): Promise<User> {
  const { user } = await call(endpoints.updateUser, { body });
  storeUser(user);
  return user;
}

/** Changes the password and ends the person's other sessions. */
export async function changePassword(body: BodyOf<typeof endpoints.changePassword>): Promise<void> {
  await call(endpoints.changePassword, { body });
}

/** Permanently deletes the caller's account, then leaves like a log-out does. */
export function useDeleteAccount() {
  const navigate = useNavigate();
  return useMutation({
    meta: { undone: "your account wasn't deleted" },
    mutationFn: () => withConfirm(() => call(endpoints.deleteAccount, { body: {} })),
    onSuccess: () => {
      leaveSession();
      void navigate(pathTo('login'), { replace: true });
    },
  });
}
