import type { Ban } from '@hubbub/contract/features/communities/bans.endpoints.ts';
import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import { viewAuthor } from '#features/accounts/public.ts';
import type { ListedBan } from './bans.queries.ts';

const { username, name, profile_path } = deletedUser;

/** A ban as holders of ban:users see it. */
export function viewBan(ban: ListedBan): Ban {
  return {
    ban_id: String(ban.number),
    user: viewAuthor(ban),
    until: ban.until?.toISOString() ?? null,
    text: ban.text,
    created_at: ban.created_at.toISOString(),
    by:
      ban.by_username === null
        ? { username, name, profile_path }
        : viewAuthor({ username: ban.by_username, name: ban.by_name, profile_path: ban.by_profile_path }),
  };
}
