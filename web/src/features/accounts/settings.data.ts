import * as endpoints from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { queryOptions } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { withConfirm } from '#features/accounts/confirm-store.ts';
import { type BodyOf, call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { pathTo } from '#platform/paths.ts';
import { leaveSession, storedUser, storeUser } from '#platform/session.ts';
import { toast } from '#ui/toast/toasts.ts';

/** Changes the username and the NSFW preference; the answer is saved in local storage. */
export const useUpdateUser = () =>
  useChange({
    fails: 'here',
    mutationFn: async (body: BodyOf<typeof endpoints.updateUser>) => (await call(endpoints.updateUser, { body })).user,
    onSuccess: storeUser,
  });

/** Changes the password and ends the person's other sessions. */
export const useChangePassword = () =>
  useChange({
    fails: 'here',
    mutationFn: (body: BodyOf<typeof endpoints.changePassword>) => call(endpoints.changePassword, { body }),
  });

/** What to do once there's no session anymore: leave like a log-out does, and say why. */
function useLeave(what: string): (user: User | null) => void {
  const navigate = useNavigate();
  return (user) => {
    leaveSession(user);
    toast.success(what);
    void navigate(pathTo('login'), { replace: true });
  };
}

/** Deletes the caller's account, then leaves. @param hasTime whether they can still change their mind */
export function useDeleteAccount(hasTime: boolean) {
  const leave = useLeave(hasTime ? 'Your account is hidden. Check your email.' : 'Your account was deleted');
  return useChange({
    undone: "your account wasn't deleted",
    mutationFn: async () => {
      const user = storedUser();
      await withConfirm(() => call(endpoints.deleteAccount, { body: {} }));
      return user;
    },
    onSuccess: leave,
  });
}

/** Hides the caller's account until the next log-in, then leaves. */
export function useDeactivateAccount() {
  const leave = useLeave('Your account was deactivated');
  return useChange({
    undone: "your account wasn't deactivated",
    mutationFn: async () => {
      const user = storedUser();
      await call(endpoints.deactivateAccount);
      return user;
    },
    onSuccess: leave,
  });
}

/** The account that an emailed link brings back, and until when. */
export const returnOptions = (token: string) =>
  queryOptions({
    queryKey: ['return', token],
    queryFn: ({ signal }) => call(endpoints.readReturn, { body: { token } }, { signal }),
    retry: false,
  });

/** Brings an account back that's being deleted. */
export const useBringBack = (token: string, onSuccess: () => Promise<void>) =>
  useChange({ fails: 'here', mutationFn: () => call(endpoints.cancelDeletion, { body: { token } }), onSuccess });
