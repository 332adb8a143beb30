import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import type { UserRow } from './accounts.queries.ts';

type PublicColumns = Pick<UserRow, 'id' | 'username' | 'name' | 'profile_path' | 'bio'>;
type OwnColumns = PublicColumns & Pick<UserRow, 'email' | 'show_nsfw'>;

/** A person as everybody sees them (wire contract, "Answers"). */
function userView(row: PublicColumns): User {
  return {
    user_id: row.id,
    _id: row.id,
    username: row.username,
    name: row.name,
    profile_path: row.profile_path ?? defaultProfilePath,
    bio: row.bio,
  };
}

/** The caller: with what is nobody else's business. */
export function ownUserView(row: OwnColumns): User {
  return { ...userView(row), email: row.email, show_nsfw: row.show_nsfw };
}
