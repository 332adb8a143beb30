import { limits } from '@hubbub/contract/platform/limits.ts';
import { type Generated, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { authorColumns, isActivated, isAway } from '#features/accounts/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { fact, or, row, val } from '#platform/database/expressions.ts';
import { type Given, perSize, sessionColumns, sessionStatement, viewer } from '#platform/database/session-statement.ts';
import { followCount, isFollowing, visibleTo } from './relations.access.ts';
import type { Pair } from './relations.queries.ts';

interface FollowsTable {
  follower_id: string;
  followee_id: string;
  id: Generated<number>;
  /** Whether one of the two is away, so that it isn't counted. */
  away: Generated<boolean>;
}

/** The counts of everybody who has ever followed or been followed. */
interface FollowCountsTable {
  user_id: string;
  follower_count: Generated<number>;
  following_count: Generated<number>;
  /** How many of these are of people who are away. */
  away_follower_count: Generated<number>;
  away_following_count: Generated<number>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    follows: FollowsTable;
    follow_counts: FollowCountsTable;
  }
}

/** Somebody's followers, or the people they follow. */
export type Side = 'followers' | 'following';

const ends = {
  followers: { of: 'follows.followee_id', listed: 'follows.follower_id' },
  following: { of: 'follows.follower_id', listed: 'follows.followee_id' },
} as const;

/** A person's followers, or the people they follow, the latest first, as far as the caller sees them: one more than a page holds. */
const listStatement = (side: Side) =>
  perSize((size) =>
    sessionStatement(
      `follows-${side}-${size}`,
      (db, { username, before }: Given<{ username: string; before: string }>) =>
        db.selectFrom('session').select((session) => [
          ...sessionColumns,
          jsonObjectFrom(
            session
              .selectFrom('users as person')
              .select((person) =>
                jsonArrayFrom(
                  person
                    .selectFrom('follows')
                    .innerJoin('users', 'users.id', ends[side].listed)
                    .select([...authorColumns, 'follows.id as place'])
                    .select([
                      fact(isFollowing(viewer, row('users').id)).as('following'),
                      fact(isFollowing(row('users').id, viewer)).as('followed_by'),
                    ])
                    .whereRef(ends[side].of, '=', 'person.id')
                    .where(sql<boolean>`follows.id < ${before}::bigint`)
                    .where(isActivated(row('users')))
                    .where(visibleTo(viewer, row('users').id))
                    .orderBy('follows.id', 'desc')
                    .limit(sql.lit(size + 1)),
                ).as('users'),
              )
              .where(sql<boolean>`lower(person.username) = lower(${username})`)
              .where(isActivated(row('users', 'person')))
              .where(visibleTo(viewer, row('users', 'person').id)),
          ).as('person'),
        ]),
      { mayLag: true },
    ),
  );

export const readFollows = { followers: listStatement('followers'), following: listStatement('following') };

/** Whether neither of two people has blocked the other. */
export async function areNotApart(tx: Tx, { userId, otherId }: Pair): Promise<boolean> {
  const pair = await tx.selectNoFrom(visibleTo(val(userId), val(otherId)).as('visible')).executeTakeFirst();
  return pair?.visible === true;
}

/** False if it exists already. */
export async function insertFollow(tx: Tx, { userId, otherId }: Pair): Promise<boolean> {
  const row = await tx
    .insertInto('follows')
    .values({ follower_id: userId, followee_id: otherId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteFollow(tx: Tx, { userId, otherId }: Pair): Promise<void> {
  await tx.deleteFrom('follows').where('follower_id', '=', userId).where('followee_id', '=', otherId).execute();
}

/** Ends a follow in both directions. One statement, so that the counts are locked in order. */
export async function deleteFollowsBetween(tx: Tx, { userId, otherId }: Pair): Promise<void> {
  await tx
    .deleteFrom('follows')
    .where((where) =>
      where.or([
        where.and({ follower_id: userId, followee_id: otherId }),
        where.and({ follower_id: otherId, followee_id: userId }),
      ]),
    )
    .execute();
}

export async function readFollowerCount(db: Db, userId: string): Promise<number> {
  const counted = await db.selectNoFrom(followCount('follower_count', val(userId)).as('count')).executeTakeFirst();
  return counted?.count ?? 0;
}

/** How many people somebody follows. */
export async function readFollowingCount(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('follow_counts')
    .select('following_count')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.following_count ?? 0;
}

/** Whether a person already follows another, or follows fewer than the maximum. */
export async function mayFollowOneMore(db: Db, userId: string, otherId: string): Promise<boolean> {
  if ((await readFollowingCount(db, userId)) < limits.follows) return true;
  const row = await db
    .selectFrom('follows')
    .select('id')
    .where('follower_id', '=', userId)
    .where('followee_id', '=', otherId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends at most `most` of a person's follows in one direction. @returns how many there were */
export async function deleteSomeFollows(tx: Tx, userId: string, side: Side, most: number): Promise<number> {
  const rows = await tx
    .deleteFrom('follows')
    .where(
      'id',
      'in',
      tx.selectFrom('follows').select('id').where(ends[side].of, '=', userId).orderBy('id').limit(most).forUpdate(),
    )
    .where(ends[side].of, '=', userId)
    .returning('id')
    .execute();
  return rows.length;
}

/**
 * Updates `away` on at most `most` follows of a person who left or returned, which takes them out of the counts or back in.
 * @returns how many were changed
 */
export async function markFollowsOf(tx: Tx, userId: string, most: number): Promise<number> {
  const follows = row('follows');
  const marked = await tx
    .with('due', (cte) =>
      cte
        .selectFrom('follows')
        .select(['follows.follower_id', 'follows.followee_id'])
        .where((is) => is.or([is('follows.follower_id', '=', userId), is('follows.followee_id', '=', userId)]))
        .where('follows.away', '<>', fact(or(isAway(follows.follower_id), isAway(follows.followee_id))))
        .orderBy('follows.id')
        .limit(most)
        .forNoKeyUpdate(),
    )
    .updateTable('follows')
    .from('due')
    .set((set) => ({ away: set.not(set.ref('follows.away')) }))
    .whereRef('follows.follower_id', '=', 'due.follower_id')
    .whereRef('follows.followee_id', '=', 'due.followee_id')
    .returning('follows.id')
    .execute();
  return marked.length;
}

/** Deletes the counts of a deleted account once nobody follows it anymore. */
export async function deleteFollowCounts(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('follow_counts').where('user_id', '=', userId).execute();
}
