import * as endpoints from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { type CallOptions, call } from '#platform/api-client.ts';
import { storeUser } from '#platform/session.ts';

interface ProfileChange {
  name: string;
  bio: string;
  removedProfile: 'true' | 'false';
  profile_pic?: readonly File[];
}

/** POST /v1/profile; the answer is saved in local storage. */
export async function updateProfile(change: ProfileChange, options?: CallOptions): Promise<User> {
  const { user } = await call(endpoints.updateProfile, { form: change }, options);
  storeUser(user);
  return user;
}
