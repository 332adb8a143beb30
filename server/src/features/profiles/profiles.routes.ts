import * as calls from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { viewOwnUser } from '#features/accounts/public.ts';
import { cursorOf } from '#platform/cursors.ts';
import { invalid } from '#platform/errors/errors.ts';
import { type Http, route, statementRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { getOwnProfile, getProfile, updateProfile } from './profiles.service.ts';

const tooMany = () => invalid({ profile_pic: messages.onePicture });

const size = limits.page.grid;

/** The web app's first request. */
const addressOf = (username: string) =>
  `${calls.getProfile.path.replace(':username', encodeURIComponent(username))}?size=${size}`;

/** The calls for profiles. */
export function registerProfilesRoutes(http: Http): void {
  const { platform } = http;

  statementRoute(http, calls.getProfile, { limits: [perPerson('reads')] }, ({ params, query, tokenHash }) =>
    getProfile(platform, tokenHash, {
      username: params.username,
      size: query.size,
      before: cursorOf(query.last_id, "the post_id of the previous page's last post", 'last_id'),
    }),
  );

  http.initialData.provide('profile', {
    endpoint: calls.getProfile,
    address: ({ username = '' }) => addressOf(username),
    limits: [perPerson('reads')],
    read: (tokenHash, { username = '' }) => getProfile(platform, tokenHash, { username, size }),
  });
  http.initialData.provide('ownProfile', {
    endpoint: calls.getProfile,
    limits: [perPerson('reads')],
    read: (tokenHash) => getOwnProfile(platform, tokenHash, size),
    address: (_, { user }) => addressOf(user.username),
  });

  http.previews.set('profile', {
    title: 'A profile on Hubbub',
    description: 'Log in to see who this is and what they have posted.',
  });

  route(http, calls.updateProfile, { limits: [perPerson('profile-update')] }, async ({ session, readForm }) => ({
    user: viewOwnUser(await updateProfile(platform, session, (takeFile) => readForm(takeFile, tooMany))),
  }));
}
