import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { queryClient, router } from '#app/composition.ts';
import { logError } from '#platform/log.ts';
import { subscribeToAlerts } from '#ui/alerts/alerts.ts';
import { subscribeToToasts } from '#ui/toast/toasts.ts';

/** Milliseconds after which the code of what floats is loaded in any case, so that a lost connection can still be told. */
const patience = 2000;

/**
 * The code of alerts and toasts: nothing of it is needed for the first paint, so it comes with the first of them, or a little later. They wait in their
 * queues until it is there; without a connection it is tried again when that is back.
 */
function useFloating(): ComponentType | undefined {
  const [Floating, setFloating] = useState<ComponentType>();
  useEffect(() => {
    const load = () =>
      import('#app/Floating.tsx').then(
        (module) => setFloating(() => module.Floating),
        (error: unknown) => logError('Alerts and toasts could not be loaded', error),
      );
    const timer = setTimeout(load, patience);
    const stops = [subscribeToAlerts(load), subscribeToToasts(load)];
    window.addEventListener('online', load);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', load);
      for (const stop of stops) stop();
    };
  }, []);
  return Floating;
}

/** Providers, the pages, and above them what floats. */
export function App() {
  const Floating = useFloating();
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      {Floating !== undefined && <Floating />}
    </QueryClientProvider>
  );
}
