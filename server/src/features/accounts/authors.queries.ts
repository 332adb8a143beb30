import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import { eb, type Row } from '#platform/database/expressions.ts';
import { type Json, jsonNullable, jsonObject, jsonString } from '#platform/database/json.ts';

/** An `author` as JSON text. */
export const authorJson = (users: Row<'users'>): Json =>
  jsonObject({
    username: jsonString(users.username),
    name: jsonNullable(users.name),
    profile_path: jsonString(eb.fn.coalesce(users.profile_path, eb.val(defaultProfilePath))),
  });

/** The columns that `viewAuthor` needs. */
export const authorColumns = ['users.username', 'users.name', 'users.profile_path'] as const;
