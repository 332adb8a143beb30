import { messages } from '@hubbub/contract/platform/messages.ts';
import { pages } from '@hubbub/contract/platform/pages.ts';
import { isProtected } from '#app/guards.ts';
import { queryClient } from '#app/query-client.ts';
import { createRoutes, findRoute } from '#app/router.tsx';
import { settleLogOut } from '#features/accounts/public.ts';
import { configureApi } from '#platform/api-client.ts';
import { currentEntry, navigator } from '#platform/navigation.ts';
import { forgetOutbox, subscribeToSent } from '#platform/outbox.ts';
import { pathTo, safeNext } from '#platform/paths.ts';
import { followTheme } from '#platform/preferences.ts';
import { clearSession, onUserChange, storedUser, subscribeToLogOut, subscribeToSession } from '#platform/session.ts';
import { wipeAfterSessions } from '#platform/wipe.ts';
import { showAlert } from '#ui/alerts/alerts.ts';
import { rememberAheadWhile } from '#ui/late/fetch-code.ts';
import { lazyCode } from '#ui/late/late-code.ts';

export const routes = createRoutes(queryClient);

let leaving = false;

/**
 * Several calls may discover at the same time that the session is over. The first one sends the person to log-in, and back here
 * afterwards.
 */
async function leave(announce?: () => Promise<void>): Promise<void> {
  if (leaving) return;
  leaving = true;
  const { pathname, search, hash } = currentEntry();
  const next = pathname + search + hash;
  try {
    await announce?.();
    clearSession();
    navigator.replace(pathname === pages.login.path ? next : pathTo('login', {}, { next }));
  } finally {
    leaving = false;
  }
}

configureApi({
  onUnauthenticated: () => void leave(),
  onNotActivated: () => void leave(() => showAlert(messages.notActivated)),
});
// A tapped notification leads here. What the worker says while the page is loading waits until its scripts have run.
globalThis.navigator.serviceWorker?.addEventListener(
  'message',
  ({ data }: MessageEvent<{ kind?: string; place?: string }>) => {
    if (data.kind === 'open' && data.place !== undefined) navigator.push(data.place);
  },
);
followTheme();
wipeAfterSessions();
rememberAheadWhile(() => storedUser() !== null);

// What one person has loaded must not be visible to the next, whichever tab they signed in from.
onUserChange(() => queryClient.clear())();
subscribeToSession(() => {
  // A log-out, here or in another tab.
  if (storedUser() !== null || leaving) return;
  if (isProtected(findRoute(routes, currentEntry().pathname).page)) navigator.replace(pathTo('login'));
});

// An expired session keeps drafts for when the person logs in again; a log-out deletes them.
const drafts = lazyCode(() => import('#platform/drafts.ts'), { whenIdle: true });
subscribeToLogOut((userId) => void drafts.load().then(() => drafts.state().value?.forgetDrafts(userId)));

// What waited for the connection has been sent. An expired session keeps the rest for when the person logs in again.
subscribeToSent(() => void queryClient.invalidateQueries());
subscribeToLogOut((userId) => void forgetOutbox(userId));

// A log-out without a connection is sent to the server as soon as there's one.
const endSession = () => void settleLogOut().catch(() => undefined);
window.addEventListener('online', endSession);
endSession();

// A log-in in another tab.
window.addEventListener('storage', ({ key, newValue }) => {
  const { pathname, search } = currentEntry();
  if (key !== 'user' || newValue === null || pathname !== pages.login.path) return;
  navigator.replace(safeNext(new URLSearchParams(search).get('next')));
});
