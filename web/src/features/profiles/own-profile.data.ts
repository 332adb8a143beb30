import * as endpoints from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import { type CallOptions, call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { storeUser } from '#platform/session.ts';

interface ProfileChange {
  name: string;
  bio: string;
  removedProfile: 'true' | 'false';
  profile_pic?: readonly File[];
}

/** POST /v1/profile; the answer is saved in local storage. */
export const useUpdateProfile = () =>
  useChange({
    fails: 'here',
    mutationFn: async ({ form, options }: { form: ProfileChange; options: CallOptions }) =>
      (await call(endpoints.updateProfile, { form }, options)).user,
    onSuccess: storeUser,
  });
