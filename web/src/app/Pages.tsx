import type { PageName } from '@hubbub/contract/platform/pages.ts';
import { Suspense, useEffectEvent, useLayoutEffect, useRef, useState, useTransition } from 'react';
import { type RouteObject, Router, useRoutes } from 'react-router';
import { CurrentPage } from '#app/current-page.ts';
import { redirectFrom } from '#app/guards.ts';
import { ErrorPage } from '#app/pages/ErrorPage.tsx';
import { findRoute } from '#app/router.tsx';
import { rememberScroll } from '#app/scroll-positions.ts';
import { connectLayers } from '#platform/layer-entries.ts';
import { type Arrival, firstArrival, navigator, subscribeToArrivals } from '#platform/navigation.ts';
import { closeLayersAbove, countLayers, subscribeToLayers } from '#ui/layer/layers.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';

function FirstLoad() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-muted">
      <Spinner size={28} label="Loading" />
    </div>
  );
}

/** A thin bar while the next page's code is loading. It appears only if that takes longer than a moment. */
function NavigationBar() {
  return (
    <div className="fixed inset-x-0 top-0 z-[70] h-0.5 overflow-hidden" aria-hidden="true">
      <div className="h-full w-full animate-breathe bg-accent" />
    </div>
  );
}

const Routed = ({ routes }: { routes: RouteObject[] }) => useRoutes(routes);

interface Shown extends Arrival {
  page: PageName | undefined;
}

/** Follows the tab's history: what's on screen, once it may be and its code has loaded, and whether something else is on its way. */
function useShown(routes: RouteObject[]) {
  const [shown, setShown] = useState<Shown>();
  const [failure, setFailure] = useState<{ error: unknown }>();
  const [isPending, startTransition] = useTransition();
  /** Only the last of several navigations counts. */
  const last = useRef<Arrival>(undefined);

  const arrive = useEffectEvent((arrival: Arrival) => {
    last.current = arrival;
    const { page, load } = findRoute(routes, arrival.location.pathname);
    const show = () => {
      if (shown !== undefined) rememberScroll(shown.location);
      setFailure(undefined);
      setShown({ ...arrival, page });
    };
    const redirect = redirectFrom(page, arrival.location);
    if (typeof redirect === 'string') return navigator.replace(redirect);
    load();
    if (redirect === null) return startTransition(show);
    startTransition(async () => {
      try {
        const target = await redirect;
        if (last.current !== arrival) return;
        if (target === null) startTransition(show);
        else navigator.replace(target);
      } catch (error) {
        if (last.current === arrival) setFailure({ error });
      }
    });
  });

  useLayoutEffect(() => {
    const stop = subscribeToArrivals((arrival) => arrive(arrival));
    const disconnect = connectLayers({
      count: countLayers,
      closeAbove: closeLayersAbove,
      subscribe: subscribeToLayers,
    });
    arrive(firstArrival());
    return () => {
      disconnect();
      stop();
    };
  }, []);
  return { shown, failure, isPending };
}

/** Draws the page at the tab's URL. While the next one loads, the previous one stays. */
export function Pages({ routes }: { routes: RouteObject[] }) {
  const { shown, failure, isPending } = useShown(routes);
  if (failure !== undefined) return <ErrorPage error={failure.error} />;
  if (shown === undefined) return <FirstLoad />;
  return (
    <Router location={shown.location} navigationType={shown.action} navigator={navigator}>
      {isPending && <NavigationBar />}
      <CurrentPage value={shown.page}>
        <Suspense fallback={<FirstLoad />}>
          <Routed routes={routes} />
        </Suspense>
      </CurrentPage>
    </Router>
  );
}
