import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import type { Composer } from '#features/posts/use-composer.ts';
import { storedUser } from '#platform/session.ts';
import { confirm } from '#ui/alerts/alerts.ts';

/**
 * Confirms before leaving the page with something unsent; leaving then discards it. Text and files survive closing the browser, so only
 * a running upload blocks that. `shared` means the post was stored.
 */
export function useLeaveGuard(composer: Composer, shared: { readonly current: boolean }): void {
  // A person whose session ended goes to log-in and comes back, and the draft waits.
  const blocker = useBlocker(() => composer.dirty && !shared.current && storedUser() !== null);
  const asking = useRef(false);
  const { forget, cancel, percent } = composer;

  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return;
    asking.current = true;
    const ask = async () => {
      const leaves = await confirm('Discard this post?', {
        confirmLabel: 'Discard',
        cancelLabel: 'Keep editing',
        danger: true,
      });
      asking.current = false;
      if (!leaves) {
        blocker.reset();
        return;
      }
      cancel();
      forget();
      blocker.proceed();
    };
    void ask();
  }, [blocker, forget, cancel]);

  useEffect(() => {
    if (percent === undefined) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [percent]);
}
