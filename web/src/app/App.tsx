import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { routes } from '#app/composition.ts';
import { Pages } from '#app/Pages.tsx';
import { queryClient } from '#app/query-client.ts';
import { reporting } from '#features/moderation/public.ts';
import { showOfflineNotice } from '#platform/unsent.ts';
import { currentAlert, subscribeToAlerts } from '#ui/alerts/alerts.ts';
import { late } from '#ui/late/late.tsx';
import { currentToasts, subscribeToToasts } from '#ui/toast/toasts.ts';

/** Milliseconds after which the app's worker starts and offers are made: the first screen goes first. */
const offersDelay = 2000;

const Offers = late(async () => (await import('#app/Offers.tsx')).Offers, { name: 'Offers', failed: () => null });

function LateOffers() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), offersDelay);
    return () => clearTimeout(timer);
  }, []);
  return isDue && <Offers />;
}

/** Says what the last toast would say. */
function InsteadOfToasts() {
  const last = useSyncExternalStore(subscribeToToasts, currentToasts).at(-1);
  useEffect(() => {
    if (last?.tone === 'error') showOfflineNotice(last.text);
  }, [last]);
  return null;
}

// Fetched ahead, so that a lost connection can be reported. Without it, what's to be said waits in its queue.
const Floating = late(async () => (await import('#app/Floating.tsx')).Floating, {
  name: 'Alerts',
  whenIdle: true,
  failed: () => <InsteadOfToasts />,
});

function subscribeToFloating(listener: () => void): () => void {
  const stops = [subscribeToAlerts(listener), subscribeToToasts(listener), reporting.subscribe(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

const floats = () => currentAlert() !== undefined || currentToasts().length > 0 || reporting.state() !== undefined;

/** Alerts, toasts and the report form, from the first one on. */
function LateFloating() {
  const isWanted = useSyncExternalStore(subscribeToFloating, floats);
  const [wasWanted, setWasWanted] = useState(false);
  if (isWanted && !wasWanted) setWasWanted(true);
  return wasWanted && <Floating />;
}

// Always the same element, so that the page isn't rerendered when the code for what floats arrives.
const allPages = <Pages routes={routes} />;

/** Providers, the pages, and what's above them. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      {allPages}
      <LateFloating />
      <LateOffers />
    </QueryClientProvider>
  );
}
