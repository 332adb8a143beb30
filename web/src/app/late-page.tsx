import { type ComponentType, lazy } from 'react';
import { usePageTitle } from '#platform/page-title.ts';
import { type Failure, LoadFailure, late } from '#ui/late/late.tsx';

/** Takes the place of a page whose code couldn't be loaded. The tab's title would otherwise still be the previous page's. */
function PageFailure(failure: Failure) {
  usePageTitle(failure.title);
  return <LoadFailure {...failure} />;
}

/**
 * The component of a page or a frame, whose code loads with the first use or `load`. Until then it suspends, and the previous page stays
 * on screen. If loading fails, the component shows the error in its place and recovers on its own.
 */
export function latePage(fetchComponent: () => Promise<ComponentType>, options?: { whenIdle?: boolean }) {
  const Page = late(fetchComponent, {
    name: 'This page',
    failed: (failure) => <PageFailure {...failure} />,
    ...options,
  });
  const Waiting = lazy(async () => {
    await Page.load();
    return { default: Page };
  });
  return { Component: Waiting, load: Page.load };
}
