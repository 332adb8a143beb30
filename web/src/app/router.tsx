import { pageEntries, startPages } from '@hubbub/contract/platform/pages.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { requireSession, skipWhenSignedIn } from '#app/guards.ts';
import { latePage } from '#app/late-page.tsx';
import { ErrorPage } from '#app/pages/ErrorPage.tsx';
import { Root } from '#app/Root.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

/** The route above all protected pages. */
export const signedInRoute = 'signed-in';

interface PageModule {
  default: ComponentType;
  /** Work that can start as soon as the file has loaded, before anything is drawn. */
  prepare?: (client: QueryClient) => void;
}

const modules = import.meta.glob<PageModule>(['./pages/*Page.tsx', '!**/ErrorPage.tsx']);

/** The routes of the pages with or without a session; each page is loaded when first opened. */
function pageRoutes(client: QueryClient, isPublic: boolean): RouteObject[] {
  return pageEntries
    .filter(([, page]) => (page.isPublic ?? false) === isPublic)
    .map(([name, { path, component, layout, isFrequent = false }]) => {
      const load = async () => {
        const module = await modules[`./pages/${component}.tsx`]?.();
        if (module === undefined) throw new Error(`web/src/app/pages has no ${component}.tsx.`);
        module.prepare?.(client);
        return module.default;
      };
      return {
        id: name,
        path,
        handle: { layout },
        lazy: latePage(load, { whenIdle: isFrequent }),
        ...(name === startPages.signedOut && { loader: skipWhenSignedIn }),
      };
    });
}

function FirstLoad() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-muted">
      <Spinner size={28} label="Loading" />
    </div>
  );
}

/**
 * Gives this visit's first history entry its own key. The router would call it 'default', like any other URL opened in this tab from
 * outside, and pages would mix up their scroll positions.
 */
function nameFirstEntry(): void {
  const state: { key?: string } | null = window.history.state;
  if (state?.key === undefined) window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
}

export function createRouter(client: QueryClient) {
  nameFirstEntry();
  return createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: ErrorPage,
      HydrateFallback: FirstLoad,
      children: [
        {
          lazy: latePage(async () => (await import('#app/shell/AccountLayout.tsx')).AccountLayout),
          ErrorBoundary: ErrorPage,
          children: pageRoutes(client, true),
        },
        {
          id: signedInRoute,
          loader: requireSession,
          shouldRevalidate: () => true,
          lazy: latePage(async () => (await import('#app/shell/Shell.tsx')).Shell),
          children: [{ ErrorBoundary: ErrorPage, children: pageRoutes(client, false) }],
        },
        { path: '*', lazy: latePage(async () => (await import('#app/pages/NotFoundPage.tsx')).default) },
      ],
    },
  ]);
}
