import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { queryClient, router } from '#app/composition.ts';
import { logError } from '#platform/log.ts';

/**
 * The code of what floats, loaded when the page stands: nothing of it is needed for the first paint. Alerts and toasts wait in their queues until it
 * is there; without a connection it is tried again when that is back.
 */
function useFloating(): ComponentType | undefined {
  const [Floating, setFloating] = useState<ComponentType>();
  useEffect(() => {
    const load = () =>
      import('#app/Floating.tsx').then(
        (module) => setFloating(() => module.Floating),
        (error: unknown) => logError('Alerts and toasts could not be loaded', error),
      );
    void load();
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
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
