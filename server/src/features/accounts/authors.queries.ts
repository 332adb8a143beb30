import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import { jsonNullable } from '#platform/database/json.ts';

/** SQL of an `author` as JSON text. `users` is the name that the statement gives the table. */
export const authorJson = (users: string): string =>
  `'{"username":' || to_json(${users}.username) || ',"name":' || ${jsonNullable(`${users}.name`)} ||
   ',"profile_path":' || to_json(coalesce(${users}.profile_path, '${defaultProfilePath}')) || '}'`;

/** The columns that `viewAuthor` needs. */
export const authorColumns = ['users.username', 'users.name', 'users.profile_path'] as const;
