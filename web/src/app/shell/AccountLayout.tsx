import { useLayoutEffect } from 'react';
import { Link, Outlet } from 'react-router';
import { RoomArt } from '#app/shell/RoomArt.tsx';
import { SiteLogo, useSiteTitle } from '#features/site/public.ts';
import { removeFirstScreen } from '#platform/initial-data.ts';
import { pathTo } from '#platform/paths.ts';

/** The frame for log-in, registration and recovery: the form, with the illustration beside it (above it on small screens). */
export function AccountLayout() {
  useSiteTitle();
  useLayoutEffect(removeFirstScreen, []);
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[minmax(26rem,5fr)_6fr]">
      <RoomArt columns={6} rows={1} className="h-16 w-full shrink-0 sm:h-24 lg:hidden" />
      <div className="flex flex-1 flex-col px-5 py-6 sm:px-10 lg:px-16 lg:py-10">
        <header className="flex">
          <Link to={pathTo('login')} className="min-w-0 rounded-control">
            <SiteLogo />
            <span className="sr-only">, home</span>
          </Link>
        </header>
        <main
          tabIndex={-1}
          className="mx-auto flex w-full max-w-100 flex-1 flex-col justify-start py-8 sm:justify-center sm:py-12"
        >
          <Outlet />
        </main>
      </div>
      <div className="sticky top-0 hidden h-dvh p-4 pl-0 lg:block">
        <RoomArt columns={4} rows={5} className="size-full rounded-card" />
      </div>
    </div>
  );
}
