import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import type { UserRow } from '#features/accounts/public.ts';
import { filesOf } from '#features/posts/public.ts';
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

/**
 * An entry of the profile grid (wire contract): a post with its first file, which is copied as it stands. Taking it apart, key by
 * key, costs more than all the rest of the page.
 */
const gridJson = (posts: string, viewerId: string) =>
  `'{"post_id":"' || ${posts}.id || '","content":' || to_json(${posts}.content) || case
     when ${posts}.files::text = '[]' then
       ',"type":"text/plain","path":"","is_nsfw":false,"state":null,"file_count":0,"placeholder":null,"poster":null,"variants":[]}'
     else ',"file_count":' || json_array_length(${posts}.files) || ',' || substr(((${filesOf(posts, viewerId)}) -> 0)::text, 2)
   end`;

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
          ',"post_count":' || coalesce((select counts.post_count from post_counts counts where counts.user_id = users.id), 0) ||
          ',"posts":' || ${jsonArray(`select ${gridJson('posts', 'session.user_id')} as item from posts
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
