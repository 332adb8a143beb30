import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { requireSession, skipWhenSignedIn } from '#app/guards.ts';
import { ErrorPage } from '#app/pages/ErrorPage.tsx';
import { Root } from '#app/Root.tsx';
import type { FrameHandle } from '#app/shell/Shell.tsx';
import { type RouteName, routes } from '#platform/paths.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';

/** The route above all protected pages. */
export const signedInRoute = 'signed-in';

/** A route whose page is loaded when it is first opened. */
function page(name: RouteName, load: () => Promise<{ default: ComponentType }>): RouteObject {
  return {
    id: name,
    path: routes[name],
    lazy: { Component: async () => (await load()).default },
  };
}

function FirstLoad() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-muted">
      <Spinner size={28} label="Loading" />
    </div>
  );
}

const ownAside: FrameHandle = { ownAside: true };
const full: FrameHandle = { full: true };

const editProfile = () => import('#app/pages/EditProfilePage.tsx');
const profile = () => import('#app/pages/ProfilePage.tsx');
const activation = () => import('#app/pages/ActivationPage.tsx');

export function createRouter(client: QueryClient) {
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
          lazy: { Component: async () => (await import('#app/shell/AccountLayout.tsx')).AccountLayout },
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
          lazy: { Component: async () => (await import('#app/shell/Shell.tsx')).Shell },
          children: [
            {
              ErrorBoundary: ErrorPage,
              children: [
                page('feed', feed),
                { ...page('post', () => import('#app/pages/PostPage.tsx')), handle: ownAside },
                page('postUpload', () => import('#app/pages/PostUploadPage.tsx')),
                page('ownProfile', profile),
                page('profile', profile),
                page('completeProfile', editProfile),
                page('updateProfile', editProfile),
                page('settings', () => import('#app/pages/SettingsPage.tsx')),
                page('changePassword', () => import('#app/pages/ChangePasswordPage.tsx')),
                { ...page('communities', () => import('#app/pages/CommunitiesPage.tsx')), handle: full },
                page('communityCreate', () => import('#app/pages/CommunityCreatePage.tsx')),
                {
                  ...page('communitySettings', () => import('#app/pages/CommunitySettingsPage.tsx')),
                  handle: ownAside,
                },
                { ...page('chat', () => import('#app/pages/ChatPage.tsx')), handle: full },
                { ...page('aiChat', () => import('#app/pages/AiChatPage.tsx')), handle: full },
                { ...page('videoConference', () => import('#app/pages/VideoConferencePage.tsx')), handle: ownAside },
                page('joinRoom', () => import('#app/pages/JoinRoomPage.tsx')),
                { ...page('meetJoin', () => import('#app/pages/MeetJoinPage.tsx')), handle: full },
              ],
            },
          ],
        },
        { path: '*', lazy: { Component: async () => (await import('#app/pages/NotFoundPage.tsx')).default } },
      ],
    },
  ]);
}
