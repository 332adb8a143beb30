import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { authorColumns, isActivated, type UserRow } from '#features/accounts/public.ts';
import { filesFor, hiddenPostCount, postVisibleTo } from '#features/posts/public.ts';
import { followCount, isFollowing, mutedBy, visibleTo } from '#features/relations/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { fact, row } from '#platform/database/expressions.ts';
import {
  type Given,
  perSize,
  type SessionExpressions,
  sessionColumns,
  sessionStatement,
  viewer,
} from '#platform/database/session-statement.ts';

/** Activated people the caller may see, each with their newest posts before an id and each post's first file as the caller may see it. */
const people = (session: SessionExpressions, size: number, { before }: Given<{ before: string }>) =>
  session
    .selectFrom('users')
    .select(['users.id', ...authorColumns, 'users.bio', 'users.email', 'users.show_nsfw', 'users.site_role'])
    .select((users) => [
      fact(mutedBy(viewer, row('users').id)).as('muted'),
      fact(isFollowing(viewer, row('users').id)).as('following'),
      fact(isFollowing(row('users').id, viewer)).as('followed_by'),
      followCount('follower_count', row('users').id).as('follower_count'),
      followCount('following_count', row('users').id).as('following_count'),
      users
        .selectFrom('post_counts')
        .select(sql<number>`post_counts.post_count - ${hiddenPostCount(row('users').id, viewer)}`.as('post_count'))
        .whereRef('post_counts.user_id', '=', 'users.id')
        .as('post_count'),
      jsonArrayFrom(
        users
          .selectFrom('posts')
          .select([
            'posts.id',
            'posts.content',
            sql<number>`json_array_length(posts.files)`.as('file_count'),
            sql<MediaFile | null>`(${filesFor(row('posts'), viewer)}) -> 0`.as('file'),
          ])
          .whereRef('posts.author_id', '=', 'users.id')
          .where('posts.id', '<', before)
          .where(postVisibleTo(row('posts'), viewer))
          .orderBy('posts.id', 'desc')
          .limit(sql.lit(size)),
      ).as('posts'),
    ])
    .where(isActivated(row('users')))
    .where(visibleTo(viewer, row('users').id));

/** The person with a username, case-insensitive, or the one a former name leads to. */
export const readProfile = perSize((size) =>
  sessionStatement(
    `profiles-one-${size}`,
    (db, given: Given<{ username: string; before: string }>) =>
      db.selectFrom('session').select((session) => [
        ...sessionColumns,
        jsonObjectFrom(
          people(session, size, given).where(
            sql<boolean>`users.id = coalesce((select named.id from users named where lower(named.username) = lower(${given.username})),
                (select user_id from former_names where name = lower(${given.username})))`,
          ),
        ).as('person'),
      ]),
    { mayLag: true },
  ),
);

/** The caller. */
export const readOwnProfile = perSize((size) =>
  sessionStatement(
    `profiles-own-${size}`,
    (db, given: Given<{ before: string }>) =>
      db
        .selectFrom('session')
        .select((session) => [
          ...sessionColumns,
          jsonObjectFrom(people(session, size, given).whereRef('users.id', '=', 'session.user_id')).as('person'),
        ]),
    { mayLag: true },
  ),
);

export async function updateProfile(
  tx: Tx,
  userId: string,
  change: { name: string | null; bio: string; profile_path: string | null },
): Promise<UserRow> {
  return await tx.updateTable('users').set(change).where('id', '=', userId).returningAll().executeTakeFirstOrThrow();
}

/** The parts of a profile that a person has set. */
export async function findProfile(
  db: Db,
  userId: string,
): Promise<Pick<UserRow, 'name' | 'bio' | 'profile_path'> | undefined> {
  return await db
    .selectFrom('users')
    .select(['name', 'bio', 'profile_path'])
    .where('id', '=', userId)
    .executeTakeFirst();
}
