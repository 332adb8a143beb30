import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { usePageTitle } from '#platform/page-title.ts';
import { type Failure, LoadFailure, late } from '#ui/late/late.tsx';

/** Takes the place of a page whose code couldn't be loaded. The tab's title would otherwise still be the previous page's. */
function PageFailure(failure: Failure) {
  usePageTitle(failure.title);
  return <LoadFailure {...failure} />;
}

/** Waits for the code of a page or a frame. If loading fails, the component shows the error in its place and recovers on its own. */
export function latePage(
  fetchComponent: () => Promise<ComponentType>,
  options?: { whenIdle?: boolean },
): NonNullable<RouteObject['lazy']> {
  const Page = late(fetchComponent, {
    name: 'This page',
    failed: (failure) => <PageFailure {...failure} />,
    ...options,
  });
  return {
    Component: async () => {
      await Page.load();
      return Page;
    },
  };
}
