import type { Hot, Statement } from '#platform/database/database.ts';
import { type SessionColumns, sessionOfToken } from '#platform/database/session-statement.ts';
import { type FollowFilter, filterOf, filterSize } from './follow-filters.rules.ts';

const placeOf = (userId: string): string => `uuid_hash(${userId}) & ${filterSize - 1}`;

/**
 * Whether somebody follows another, for whoever looks through many and has a filter of them: only those who have a bit in it are looked up.
 * A condition on expressions.
 */
// `offset 0` keeps the planner from reading everybody they follow, which is what the filter is for.
export const isFollowingIn = (bits: string, follower: string, followee: string): string =>
  `(get_bit(${bits}::bytea, ${placeOf(followee)}) = 1
    and exists (select from follows known where known.follower_id = ${follower} and known.followee_id = ${followee} offset 0))`;

/**
 * The version of a person's follows, as an expression: which transaction last changed the row of their counts, in which run of PostgreSQL,
 * because after a failover numbers of transactions may come again. Whatever begins or ends a follow, in either direction, changes
 * that row with it. Null: nobody has followed them, nor they anybody.
 */
const versionOf = (userId: string): string =>
  `(select counts.xmin::text || ' ' || pg_postmaster_start_time() from follow_counts counts where counts.user_id = ${userId})`;

/** Whether a person's follows still have a version: a condition on expressions. */
export const isVersionOfFollows = (version: string, userId: string): string => `${versionOf(userId)} = ${version}`;

const filterStatement: Statement = {
  name: 'follow-filter',
  mayLag: true,
  text: `select ${versionOf('session.user_id')} as version,
      array(select ${placeOf('own.followee_id')} from follows own where own.follower_id = session.user_id) as places, session.*
    from (${sessionOfToken}) session`,
};

/** Whom the caller follows. Undefined without a session, and if their follows have no version. */
export async function readFollowFilter(hot: Hot, tokenHash: Buffer): Promise<FollowFilter | undefined> {
  const [row] = await hot.query<SessionColumns & { version: string | null; places: number[] }>(filterStatement, [
    tokenHash,
  ]);
  return row?.version ? filterOf(row.version, row.places) : undefined;
}
