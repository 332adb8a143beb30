import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { routes } from '#app/composition.ts';
import { Pages } from '#app/Pages.tsx';
import { queryClient } from '#app/query-client.ts';
import { subscribeToReported } from '#features/moderation/public.ts';
import { logError } from '#platform/log.ts';
import { showOfflineNotice } from '#platform/unsent.ts';
import { subscribeToAlerts } from '#ui/alerts/alerts.ts';
import { currentToasts, subscribeToToasts } from '#ui/toast/toasts.ts';

/** Milliseconds after which the code for alerts and toasts is loaded in any case, so that a lost connection can still be reported. */
const loadDelay = 2000;

/**
 * The code for alerts, toasts and the report form. The first paint needs none of it, so it loads with the first one, or a little later. They wait in
 * their queues until then; if the connection is down, loading is retried when it's back, and the page itself says what failed meanwhile.
 */
function useFloating(): ComponentType | undefined {
  const [Floating, setFloating] = useState<ComponentType>();
  useEffect(() => {
    const load = async () => {
      try {
        const module = await import('#app/Floating.tsx');
        setFloating(() => module.Floating);
      } catch (error) {
        logError("Couldn't load alerts and toasts", error);
        const last = currentToasts().at(-1);
        if (last?.tone === 'error') showOfflineNotice(last.text);
      }
    };
    const timer = setTimeout(load, loadDelay);
    const stops = [subscribeToAlerts(load), subscribeToToasts(load), subscribeToReported(load)];
    window.addEventListener('online', load);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', load);
      for (const stop of stops) stop();
    };
  }, []);
  return Floating;
}

// Always the same element, so that the page isn't rerendered when the code for alerts and toasts arrives.
const allPages = <Pages routes={routes} />;

/** Providers, the pages, and the alerts and toasts above them. */
export function App() {
  const Floating = useFloating();
  return (
    <QueryClientProvider client={queryClient}>
      {allPages}
      {Floating !== undefined && <Floating />}
    </QueryClientProvider>
  );
}
