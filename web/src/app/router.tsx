import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { frames } from '#app/frames.ts';
import { requireSession, skipWhenSignedIn } from '#app/guards.ts';
import { ErrorPage } from '#app/pages/ErrorPage.tsx';
import { Root } from '#app/Root.tsx';
import { type RouteName, routes } from '#platform/paths.ts';
import { late } from '#ui/late/late.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

/** The route above all protected pages. */
export const signedInRoute = 'signed-in';

/** Waits for the code of a page or a frame. When that fails the component says so in its place, and recovers by itself. */
function lazily(
  fetchComponent: () => Promise<ComponentType>,
  options?: { whenIdle?: boolean },
): NonNullable<RouteObject['lazy']> {
  const Page = late(fetchComponent, { name: 'This page', ...options });
  return {
    Component: async () => {
      await Page.load();
      return Page;
    },
  };
}

/** Pages that people go to most: their code is there before they ask. */
const frequent: ReadonlySet<RouteName> = new Set(['post', 'ownProfile', 'chat', 'communities']);

/** A route whose page is loaded when it is first opened. */
function page(name: RouteName, load: () => Promise<{ default: ComponentType }>): RouteObject {
  return {
    id: name,
    path: routes[name],
    handle: frames[name],
    lazy: lazily(async () => (await load()).default, { whenIdle: frequent.has(name) }),
  };
}

function FirstLoad() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-muted">
      <Spinner size={28} label="Loading" />
    </div>
  );
}

const editProfile = () => import('#app/pages/EditProfilePage.tsx');
const profile = () => import('#app/pages/ProfilePage.tsx');
const activation = () => import('#app/pages/ActivationPage.tsx');

/**
 * Gives the entry of the history that this visit begins with a key of its own. The router would call it 'default', like every other address that is
 * opened in this tab from outside, and one page's scroll position would become another's.
 */
function nameFirstEntry(): void {
  const state: { key?: string } | null = window.history.state;
  if (state?.key === undefined) window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
}

export function createRouter(client: QueryClient) {
  nameFirstEntry();
  const feed = async () => {
    const module = await import('#app/pages/FeedPage.tsx');
    module.prepare(client);
    return module;
  };
  return createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: ErrorPage,
      HydrateFallback: FirstLoad,
      children: [
        {
          lazy: lazily(async () => (await import('#app/shell/AccountLayout.tsx')).AccountLayout),
          ErrorBoundary: ErrorPage,
          children: [
            { ...page('login', () => import('#app/pages/LoginPage.tsx')), loader: skipWhenSignedIn },
            page('register', () => import('#app/pages/RegisterEmailPage.tsx')),
            page('registerUsername', () => import('#app/pages/RegisterUsernamePage.tsx')),
            page('registerPassword', () => import('#app/pages/RegisterPasswordPage.tsx')),
            page('activateAccount', activation),
            page('activateUser', activation),
            page('forgotPassword', () => import('#app/pages/ForgotPasswordPage.tsx')),
            page('otp', () => import('#app/pages/OtpPage.tsx')),
            page('resetPassword', () => import('#app/pages/ResetPasswordPage.tsx')),
          ],
        },
        {
          id: signedInRoute,
          loader: requireSession,
          shouldRevalidate: () => true,
          lazy: lazily(async () => (await import('#app/shell/Shell.tsx')).Shell),
          children: [
            {
              ErrorBoundary: ErrorPage,
              children: [
                page('feed', feed),
                page('post', () => import('#app/pages/PostPage.tsx')),
                page('postUpload', () => import('#app/pages/PostUploadPage.tsx')),
                page('ownProfile', profile),
                page('profile', profile),
                page('completeProfile', editProfile),
                page('updateProfile', editProfile),
                page('settings', () => import('#app/pages/SettingsPage.tsx')),
                page('changePassword', () => import('#app/pages/ChangePasswordPage.tsx')),
                page('communities', () => import('#app/pages/CommunitiesPage.tsx')),
                page('communityCreate', () => import('#app/pages/CommunityCreatePage.tsx')),
                page('communitySettings', () => import('#app/pages/CommunitySettingsPage.tsx')),
                page('chat', () => import('#app/pages/ChatPage.tsx')),
                page('aiChat', () => import('#app/pages/AiChatPage.tsx')),
                page('videoConference', () => import('#app/pages/VideoConferencePage.tsx')),
                page('joinRoom', () => import('#app/pages/JoinRoomPage.tsx')),
                page('meetJoin', () => import('#app/pages/MeetJoinPage.tsx')),
              ],
            },
          ],
        },
        { path: '*', lazy: lazily(async () => (await import('#app/pages/NotFoundPage.tsx')).default) },
      ],
    },
  ]);
}
