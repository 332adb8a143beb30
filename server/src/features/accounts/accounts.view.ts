import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import type { Author, User } from '@hubbub/contract/platform/shapes.ts';
import type { UserRow } from './accounts.queries.ts';
import { isWaiting, maySeePrivate } from './accounts.rules.ts';

type AuthorColumns = Pick<UserRow, 'username' | 'name' | 'profile_path'>;
type UserColumns = AuthorColumns & Pick<UserRow, 'id' | 'bio' | 'email' | 'show_nsfw' | 'site_role'>;

/** A person as an author, a search result or a list entry. */
export function viewAuthor({ username, name, profile_path }: AuthorColumns): Author {
  return { username, name, profile_path: profile_path ?? defaultProfilePath };
}

/** A person as a viewer sees them. */
export function viewUser(row: UserColumns, viewer: { userId: string }): User {
  const { id, bio, email, show_nsfw, site_role } = row;
  const everybodys = { user_id: id, _id: id, ...viewAuthor(row), bio };
  return maySeePrivate(viewer, row)
    ? { ...everybodys, ...(email !== null && { email }), show_nsfw, site_role }
    : everybodys;
}

/** The caller. */
export function viewOwnUser(row: UserColumns): User {
  return viewUser(row, { userId: row.id });
}

/** Someone whose account was just created or activated. */
export function viewEntering(row: UserRow): { user: User; waiting: boolean } {
  return { user: viewOwnUser(row), waiting: isWaiting(row) };
}
