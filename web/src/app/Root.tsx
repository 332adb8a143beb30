import { WifiOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useScrollPositions } from '#app/scroll-positions.ts';
import { forgetsUnused } from '#platform/device.ts';
import { useOnline } from '#platform/online.ts';
import { useUnseenOutbox } from '#platform/outbox.ts';
import { useStoredUser } from '#platform/session.ts';
import { useStoredAge } from '#platform/stored-answers.ts';
import { forgetsText, unsentText } from '#platform/unsent.rules.ts';
import { useUnsent } from '#platform/unsent.ts';
import { Button } from '#ui/button/Button.tsx';
import { lateOverlay } from '#ui/late/late.tsx';
import { useKeyboardInset } from '#ui/touch/use-keyboard-inset.ts';

// Fetched ahead: without a connection, it couldn't be loaded.
const LateUnsentDialog = lateOverlay(async () => (await import('#app/UnsentDialog.tsx')).default, 'The list');

function OfflineBanner() {
  const online = useOnline();
  const unsent = useUnsent();
  const writes = useUnseenOutbox();
  const [isOpen, setIsOpen] = useState(false);
  const age = useStoredAge();
  const isSignedIn = useStoredUser() !== null;
  const waits = unsent ?? unsentText(writes, online);
  // People who aren't signed in get no updates; what they try tells them that there's no connection.
  const isCutOff = !online && isSignedIn;
  const news = age ?? (isCutOff ? "You're offline. Updates will appear when you reconnect." : null);
  const said = age !== null && waits !== null ? `${age} · ${waits}` : (waits ?? news);
  const text = said !== null && isCutOff && forgetsUnused() ? `${said} ${forgetsText}` : said;
  return (
    <>
      <div
        role="status"
        // Hidden on pages that show this themselves: it would be a duplicate, and cover the field at the bottom.
        className="above-bars pointer-events-none fixed inset-x-0 z-30 flex justify-center px-4 [body:has([data-connection-notice])_&]:hidden"
      >
        {text !== null && (
          <p
            data-floating-notice
            className="flex animate-rise items-center gap-3 rounded-control border border-line bg-raised px-4 py-3 text-sm shadow-float"
          >
            <WifiOff size={18} aria-hidden="true" className="shrink-0" />
            {text}
            {writes.length > 0 && (
              <span className="pointer-events-auto -my-2 -mr-2 shrink-0">
                <Button size="sm" tone="quiet" onClick={() => setIsOpen(true)}>
                  Show
                </Button>
              </span>
            )}
          </p>
        )}
      </div>
      {isOpen && <LateUnsentDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** After navigation, focus moves to the top of the new page, so that keyboards and screen readers start there. */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of the address is what the effect is for
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    // A page that moved focus itself (a form with autofocus) keeps it.
    const main = document.querySelector<HTMLElement>('main');
    if (main !== null && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [pathname]);
}

/** Wraps every page with what they all share. The feed restores its own scroll position. */
export function Root() {
  useFocusOnNavigation();
  useScrollPositions();
  useKeyboardInset();
  return (
    <>
      <OfflineBanner />
      <Outlet />
    </>
  );
}
