import { useEffect, useRef } from 'react';
import type { Composer } from '#features/posts/use-composer.ts';
import { holdNavigation } from '#platform/navigation.ts';
import { storedUser } from '#platform/session.ts';
import { useUnloadQuestion } from '#platform/unload.ts';
import { choose, showAlert } from '#ui/alerts/alerts.ts';

/**
 * Confirms before leaving the page with something unsent; leaving then discards it, or puts it aside. Text and files survive closing the browser, so only
 * a running upload blocks that. `shared` means the post was stored.
 */
export function useLeaveGuard(composer: Composer, shared: { readonly current: boolean }): void {
  const asking = useRef(false);
  const { dirty, discard, keep, percent } = composer;

  useEffect(
    () =>
      holdNavigation({
        // A person whose session ended goes to log-in and comes back, and the draft waits.
        holds: () => dirty && !shared.current && storedUser() !== null,
        ask: async (leave) => {
          if (asking.current) return;
          asking.current = true;
          const answer = await choose('Discard this post?', {
            confirmLabel: 'Discard',
            otherLabel: 'Keep as a draft',
            cancelLabel: 'Keep editing',
            danger: true,
          });
          asking.current = false;
          if (answer === 'declined') return;
          const fault = answer === 'other' ? keep() : undefined;
          if (fault !== undefined) return await showAlert(fault);
          discard();
          leave();
        },
      }),
    [dirty, shared, discard, keep],
  );

  useUnloadQuestion(percent !== undefined);
}
