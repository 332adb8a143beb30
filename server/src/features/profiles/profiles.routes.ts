import * as calls from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import { ownUserView } from '#features/accounts/public.ts';
import { invalid } from '#platform/errors/errors.ts';
import { readForm } from '#platform/http/form.ts';
import { type Http, hotRoute, route } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { getProfile, updateProfile } from './profiles.service.ts';

const tooMany = () => invalid({ profile_pic: 'Choose one picture.' });

/** The calls about profiles. */
export function registerProfilesRoutes(http: Http): void {
  const { platform } = http;

  hotRoute(http, calls.getProfile, { limits: [perPerson('reads')] }, ({ params, query, tokenHash }) =>
    getProfile(platform, tokenHash, { username: params.username, ...query }),
  );

  route(http, calls.updateProfile, { limits: [perPerson('profile-update')] }, async ({ session, request }) => ({
    user: ownUserView(
      await updateProfile(platform, session, (takeFile) =>
        readForm(request, calls.updateProfile.multipart, takeFile, tooMany),
      ),
    ),
  }));
}
