import { messages } from '@hubbub/contract/platform/messages.ts';
import { createRouter } from '#app/router.tsx';
import { configureApi } from '#platform/api-client.ts';
import { errorTexts } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { pathTo } from '#platform/paths.ts';
import { followTheme } from '#platform/preferences.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession, storedUser, subscribeToSession } from '#platform/session.ts';
import { showAlert } from '#ui/alerts/alerts.ts';
import { toast } from '#ui/toast/toasts.ts';

export const router = createRouter();

/** The default handler of section 8: lines of "key: value" in a red toast. */
export const queryClient = createQueryClient((error) => {
  logError('A call failed', error);
  toast.error(error.message === '' ? errorTexts(error).join('\n') : error.message);
});

/** To log-in, remembering where the person is now. */
async function goToLogin(): Promise<void> {
  const { pathname, search, hash } = router.state.location;
  const onLogin = pathname === pathTo('login');
  await router.navigate(onLogin ? pathTo('login') : pathTo('login', {}, { next: pathname + search + hash }), {
    replace: true,
  });
}

let leaving = false;

/** Several calls may find out at once that the session is over: the first leads the person away, the others are silent. */
async function leave(announce: () => Promise<void>): Promise<void> {
  if (leaving) return;
  leaving = true;
  try {
    clearSession();
    await announce();
    await goToLogin();
  } finally {
    leaving = false;
  }
}

configureApi({
  onUnauthenticated: () => void leave(() => Promise.resolve()),
  onNotActivated: () => void leave(() => showAlert(messages.notActivated)),
});
followTheme();

// What one person has read must not be seen by the next, whichever tab they came from.
let owner = storedUser()?.user_id;
subscribeToSession(() => {
  const next = storedUser()?.user_id;
  if (next !== owner) queryClient.clear();
  owner = next;
});
