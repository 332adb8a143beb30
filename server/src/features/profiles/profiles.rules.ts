/** A form's changes to a profile; anything it leaves out stays. */
export interface ProfileForm {
  name?: string | undefined;
  bio?: string | undefined;
  removedProfile?: string | undefined;
}

interface Profile {
  name: string | null;
  bio: string;
  profile_path: string | null;
}

/** Values that a person has set stay; missing ones are filled in. */
export function filledProfile(before: Profile, given: Profile): Profile {
  return {
    name: before.name ?? given.name,
    bio: before.bio === '' ? given.bio : before.bio,
    profile_path: before.profile_path ?? given.profile_path,
  };
}

/**
 * A new picture replaces the old one, "removed" without a new one restores the default, and otherwise it stays; a blank name means
 * none.
 */
export function changedProfile(before: Profile, form: ProfileForm, newPicture: string | undefined): Profile {
  const name = form.name === undefined ? before.name : form.name.trim() || null;
  const kept = form.removedProfile === 'true' ? null : before.profile_path;
  return { name, bio: form.bio ?? before.bio, profile_path: newPicture ?? kept };
}
