import * as endpoints from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { queryOptions } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type BodyOf, call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { ApiError, ProxyAnswer, SessionEnded } from '#platform/errors.ts';
import { countUnsent, deliver } from '#platform/outbox.ts';
import { pathTo } from '#platform/paths.ts';
import {
  forgetPendingLogOut,
  isLogOutPending,
  leaveSession,
  markLogOutPending,
  storedUser,
  storeUser,
} from '#platform/session.ts';
import { unsentCount } from '#platform/unsent.rules.ts';
import { confirm, showAlert } from '#ui/alerts/alerts.ts';

/** The caller, as the server knows them. Reading it checks the session: a 401 leads to log-in. */
export const ownUserOptions = queryOptions({
  queryKey: ['own-user'],
  queryFn: async ({ signal }) => {
    const { user } = await call(endpoints.getOwnUser, {}, { signal });
    storeUser(user);
    return user;
  },
  staleTime: 5 * 60_000,
});

async function endSession(): Promise<void> {
  try {
    await call(endpoints.logOut, {}, { probe: true });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  forgetPendingLogOut();
}

let settling: Promise<void> | undefined;

/** Tells the server about a log-out that hasn't reached it yet. A log-in waits for it, because it would end the new session. */
export async function settleLogOut(): Promise<void> {
  if (!isLogOutPending()) return;
  settling ??= endSession().finally(() => {
    settling = undefined;
  });
  await settling;
}

/**
 * The person the browser's cookie signs in, whatever this app has stored; they're stored from now on. Null if there's no session, or no
 * activated account. First retries a log-out that didn't reach the server. Rejects with `ApiError` if the server couldn't answer.
 */
export async function restoreSession(): Promise<User | null> {
  try {
    if (isLogOutPending()) {
      await settleLogOut();
      return null;
    }
    const { user } = await call(endpoints.getOwnUser, {}, { probe: true });
    storeUser(user);
    return user;
  } catch (error) {
    if (error instanceof ProxyAnswer) throw error;
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
}

/** Logs in and saves the user in local storage. */
export const useLogIn = () =>
  useChange({
    fails: 'here',
    mutationFn: async (body: BodyOf<typeof endpoints.logIn>) => {
      await settleLogOut();
      const { user } = await call(endpoints.logIn, { body });
      storeUser(user);
      return user;
    },
  });

/** Asks what to do with unsent changes, and sends them if that's wanted. @returns whether the person can log out now */
async function mayLeaveUnsent(): Promise<boolean> {
  const count = await countUnsent();
  if (count === 0) return true;
  const labels = { confirmLabel: 'Log out and delete them', cancelLabel: 'Send them', danger: true };
  if (await confirm(unsentCount(count), labels)) return true;
  await deliver();
  void showAlert(
    (await countUnsent()) > 0
      ? "We couldn't send everything, so you're still logged in."
      : 'Everything has been sent. You can log out now.',
  );
  return false;
}

/** Ends the session, wipes what's stored here, and goes to log-in. If the server can't be reached, it's told later. */
export function useLogOut() {
  const navigate = useNavigate();
  return useChange({
    mutationFn: async () => {
      if (!(await mayLeaveUnsent())) return;
      const user = storedUser();
      let isPending = false;
      try {
        await call(endpoints.logOut);
      } catch (error) {
        isPending = !(error instanceof SessionEnded);
      }
      leaveSession(user);
      if (isPending) markLogOutPending();
      void navigate(pathTo('login'), { replace: true });
    },
  });
}
