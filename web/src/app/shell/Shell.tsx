import { useQuery } from '@tanstack/react-query';
import { createContext, use, useEffect, useLayoutEffect } from 'react';
import { Outlet } from 'react-router';
import { usePageLayout } from '#app/current-page.ts';
import { Aside } from '#app/shell/Aside.tsx';
import { BottomBar, MobileHeader } from '#app/shell/MobileBars.tsx';
import { PaletteHost } from '#app/shell/PaletteHost.tsx';
import { ShortcutHelp } from '#app/shell/ShortcutHelp.tsx';
import { NavigationRail, SideNavigation } from '#app/shell/SideNavigation.tsx';
import { useFirstScreenDone } from '#app/shell/use-first-screen.ts';
import { ownUserOptions } from '#features/accounts/public.ts';
import { removeFirstScreen } from '#platform/initial-data.ts';
import { useMediaQuery } from '#platform/media-query.ts';
import { useStoredUser } from '#platform/session.ts';
import { cx } from '#ui/cx.ts';
import { late } from '#ui/late/late.tsx';
import { endFirstScreen, preloadIdleCode } from '#ui/late/late-code.ts';

// The app works without it, except for the badges, so a failure to load isn't reported.
const Live = late(async () => (await import('#app/shell/Live.tsx')).default, { name: 'Updates', failed: () => null });

const BlockedNotice = late(async () => (await import('#app/shell/BlockedNotice.tsx')).BlockedNotice, {
  name: 'The connection notice',
  failed: () => null,
});

const CallBar = late(async () => (await import('#app/shell/CallPlace.tsx')).default, {
  name: 'The call',
  failed: () => null,
});

const SettingsNavigation = late(async () => (await import('#app/shell/SettingsNavigation.tsx')).SettingsNavigation, {
  name: "The settings' navigation",
});

function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-[300%] rounded-control bg-accent px-4 py-2 font-semibold text-accent-ink transition-transform focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}

/** Whether the first screen is there. Only what comes after it reads this, so that nothing else is rerendered then. */
const FirstScreenDone = createContext(false);

/** The notices above everything else. @param floats over a page that scrolls */
function Notices({ floats }: { floats: boolean }) {
  if (!use(FirstScreenDone)) return null;
  return (
    <>
      <BlockedNotice />
      <CallBar floats={floats} />
    </>
  );
}

/** What follows the first screen, and shows nothing by itself. */
function Afterwards() {
  const isFirstScreenDone = use(FirstScreenDone);
  // The stored user opens the app right away; whether the session is still valid is checked in the background.
  useQuery({ ...ownUserOptions, enabled: isFirstScreenDone });
  useEffect(() => {
    if (!isFirstScreenDone) return;
    endFirstScreen();
    void preloadIdleCode();
  }, [isFirstScreenDone]);
  return isFirstScreenDone && <Live />;
}

function FullFrame() {
  return (
    <>
      <SkipLink />
      <div className="flex h-[calc(100dvh-var(--keyboard-inset,0px))] flex-col">
        <Notices floats={false} />
        <main id="main" tabIndex={-1} data-full className="flex min-h-0 w-full min-w-0 flex-1 overflow-hidden">
          <Outlet />
        </main>
      </div>
      <ShortcutHelp />
    </>
  );
}

function ColumnsFrame() {
  const layout = usePageLayout();
  const ownAside = layout === 'ownAside';
  const isSettings = layout === 'settings';
  // Only what this width has space for is drawn: what's hidden would take as long as what's seen. The boxes around it stay, so that a
  // phone that's turned shows nothing to screen readers behind a dialog.
  const isPhone = !useMediaQuery('(min-width: 48rem)');
  const isWide = useMediaQuery('(min-width: 64rem)');
  const isWidest = useMediaQuery('(min-width: 80rem)');
  return (
    <>
      <SkipLink />
      <Notices floats />
      <div className="contents">{isPhone && <MobileHeader />}</div>
      <div className="mx-auto flex w-full max-w-[1272px] justify-center">
        <div className="sticky top-0 hidden h-dvh w-18 shrink-0 border-line border-r md:block xl:hidden">
          {!isPhone && !isWidest && <NavigationRail />}
        </div>
        <div className="sticky top-0 hidden h-dvh w-[264px] shrink-0 xl:block">{isWidest && <SideNavigation />}</div>
        {isSettings && (
          <div className="sticky top-0 hidden h-dvh w-[232px] shrink-0 border-line lg:block xl:border-l">
            {isWide && <SettingsNavigation />}
          </div>
        )}
        <main
          id="main"
          tabIndex={-1}
          className={cx(
            'min-h-[calc(100dvh-3.5rem)] w-full min-w-0 flex-1 px-3 pt-3 md:min-h-dvh pb-[calc(6rem+var(--call-bar,0rem))] sm:px-4 md:max-w-[640px] md:pt-5 md:pb-[calc(2.5rem+var(--call-bar,0rem))] md:mx-auto xl:mx-6',
            ownAside && 'xl:max-w-[984px] xl:mr-0',
            isSettings && 'xl:max-w-[728px]',
            // So that the end of the page can be scrolled out from under it.
            '[body:has([data-floating-notice])_&]:pb-[calc(12rem+var(--call-bar,0rem))]',
          )}
        >
          <Outlet />
        </main>
        {!ownAside && !isSettings && (
          <div className="sticky top-0 hidden h-dvh w-[320px] shrink-0 xl:block">{isWidest && <Aside />}</div>
        )}
      </div>
      <div className="contents">{isPhone && <BottomBar />}</div>
      <ShortcutHelp />
    </>
  );
}

function PageFrame() {
  return usePageLayout() === 'full' ? <FullFrame /> : <ColumnsFrame />;
}

const pageFrame = <PageFrame />;

function Frame() {
  useLayoutEffect(removeFirstScreen, []);
  return (
    <FirstScreenDone value={useFirstScreenDone()}>
      {pageFrame}
      <Afterwards />
      <PaletteHost />
    </FirstScreenDone>
  );
}

/** The signed-in app's frame. Without a user, the redirect to log-in is already under way, so there's nothing to frame. */
export function Shell() {
  return useStoredUser() === null ? null : <Frame />;
}
