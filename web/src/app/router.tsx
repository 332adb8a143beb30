import { type PageName, pageEntries } from '@hubbub/contract/platform/pages.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import { latePage } from '#app/late-page.tsx';
import { PageBoundary } from '#app/PageBoundary.tsx';
import { Root } from '#app/Root.tsx';

interface PageModule {
  default: ComponentType;
  /** Work that can start as soon as the file has loaded, before anything is drawn. */
  prepare?: (client: QueryClient) => void;
}

/** What a route's `handle` holds. */
interface Handle {
  /** Undefined for a frame around pages. */
  page: PageName | undefined;
  /** Loads the route's code. */
  load: () => Promise<void>;
}

const modules = import.meta.glob<PageModule>(['./pages/*Page.tsx', '!**/ErrorPage.tsx']);

function lateRoute(
  fetchComponent: () => Promise<ComponentType>,
  route: Pick<RouteObject, 'path' | 'children'>,
  options?: { page: PageName; whenIdle: boolean },
): RouteObject {
  const { Component, load } = latePage(fetchComponent, options);
  const handle: Handle = { page: options?.page, load };
  const element = (
    <PageBoundary>
      <Component />
    </PageBoundary>
  );
  return { ...route, handle, element } as RouteObject;
}

/** The routes of the pages with or without a session; each page is loaded when first opened. */
function pageRoutes(client: QueryClient, isPublic: boolean): RouteObject[] {
  return pageEntries
    .filter(([, page]) => (page.isPublic ?? false) === isPublic)
    .map(([page, { path, component, isFrequent = false }]) => {
      const fetchPage = async () => {
        const module = await modules[`./pages/${component}.tsx`]?.();
        if (module === undefined) throw new Error(`web/src/app/pages has no ${component}.tsx.`);
        module.prepare?.(client);
        return module.default;
      };
      return lateRoute(fetchPage, { path }, { page, whenIdle: isFrequent });
    });
}

/** Every page, within its frame. */
export function createRoutes(client: QueryClient): RouteObject[] {
  const accountFrame = async () => (await import('#app/shell/AccountLayout.tsx')).AccountLayout;
  const frame = async () => (await import('#app/shell/Shell.tsx')).Shell;
  const notFound = async () => (await import('#app/pages/NotFoundPage.tsx')).default;
  return [
    {
      element: <Root />,
      children: [
        lateRoute(accountFrame, { children: pageRoutes(client, true) }),
        lateRoute(frame, { children: pageRoutes(client, false) }),
        lateRoute(notFound, { path: '*' }),
      ],
    },
  ];
}

/** The page at a path, undefined if there's none, and a way to load the code of everything it's drawn with. */
export function findRoute(routes: RouteObject[], pathname: string) {
  const handles = (matchRoutes(routes, pathname) ?? []).map(({ route }) => route.handle as Handle | undefined);
  return {
    page: handles.at(-1)?.page,
    load: () => {
      for (const handle of handles) void handle?.load();
    },
  };
}
