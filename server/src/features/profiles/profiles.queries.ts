import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import type { UserRow } from '#features/accounts/public.ts';
import type { Hot, Statement, Tx } from '#platform/database/database.ts';
import { type JsonRow, jsonArray, jsonNullable, lastPossibleId, sessionOfToken } from '#platform/database/json.ts';

/** `email` and `show_nsfw` only for the viewer's own (wire contract, "Answers"). */
const userJson = (users: string, viewerId: string) =>
  `'{"user_id":"' || ${users}.id || '","_id":"' || ${users}.id || '","username":' || to_json(${users}.username) ||
   ',"name":' || ${jsonNullable(`${users}.name`)} ||
   ',"profile_path":' || to_json(coalesce(${users}.profile_path, '${defaultProfilePath}')) ||
   ',"bio":' || to_json(${users}.bio) ||
   case when ${users}.id = ${viewerId}
     then ',"email":' || to_json(${users}.email) || ',"show_nsfw":' || to_json(${users}.show_nsfw) else '' end || '}'`;

/** An entry of the profile grid, of a post and its first file (wire contract, "Profile grid"). */
const gridJson = (posts: string) =>
  `(select '{"post_id":"' || ${posts}.id || '","content":' || to_json(${posts}.content) ||
     ',"type":' || coalesce((first.file -> 'type')::text, '"text/plain"') ||
     ',"path":' || coalesce((first.file -> 'path')::text, '""') ||
     ',"is_nsfw":' || coalesce((first.file -> 'is_nsfw')::text, 'false') ||
     ',"state":' || coalesce((first.file -> 'state')::text, 'null') ||
     ',"file_count":' || json_array_length(${posts}.files) ||
     ',"placeholder":' || coalesce((first.file -> 'placeholder')::text, 'null') ||
     ',"poster":' || coalesce((first.file -> 'poster')::text, 'null') ||
     ',"variants":' || coalesce((first.file -> 'variants')::text, '[]') || '}'
   from (select ${posts}.files -> 0 as file) first)`;

/** Whose profile: that of the username in `$3`, or the caller's own. */
const persons = {
  one: 'lower(users.username) = lower($3)',
  own: 'users.id = session.user_id',
};

const profileStatements = new Map<string, Statement>();

/** The limit stands in the text for the sake of the plan: see posts.queries.ts. `$2` is the id that all posts are older than. */
function profileStatement(person: keyof typeof persons, size: number): Statement {
  const name = `profiles-${person}-${size}`;
  let statement = profileStatements.get(name);
  if (!statement) {
    statement = {
      name,
      mayLag: true,
      text: `select (select '{"user":' || ${userJson('users', 'session.user_id')} ||
          ',"post_count":' || (select count(*) from posts where posts.author_id = users.id) ||
          ',"posts":' || ${jsonArray(`select ${gridJson('posts')} as item from posts
            where posts.author_id = users.id and posts.id < $2 order by posts.id desc limit ${size}`)} || '}'
        from users where ${persons[person]} and users.activated_at is not null) as body, session.*
        from (${sessionOfToken}) session`,
    };
    profileStatements.set(name, statement);
  }
  return statement;
}

/**
 * `{"user", "posts", "post_count"}`: a person and the `size` newest posts older than `before`. Undefined without a session; a
 * null body for a username that nobody has.
 */
export async function readProfile(
  hot: Hot,
  tokenHash: Buffer,
  page: { username: string; size: number; before: string | undefined },
): Promise<JsonRow | undefined> {
  const [row] = await hot.query<JsonRow>(profileStatement('one', page.size), [
    tokenHash,
    page.before ?? lastPossibleId,
    page.username,
  ]);
  return row;
}

/** The same of the caller, from the newest post on. */
export async function readOwnProfile(
  hot: Hot,
  tokenHash: Buffer,
  size: number,
): Promise<(JsonRow & { body: string }) | undefined> {
  const [row] = await hot.query<JsonRow & { body: string }>(profileStatement('own', size), [tokenHash, lastPossibleId]);
  return row;
}

export async function updateProfile(
  tx: Tx,
  userId: string,
  change: { name: string | null; bio: string; profile_path: string | null },
): Promise<UserRow> {
  return await tx.updateTable('users').set(change).where('id', '=', userId).returningAll().executeTakeFirstOrThrow();
}
