import type { listFollowers as listCall } from '@hubbub/contract/features/relations/relations.endpoints.ts';
import type { EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { findActivated, noUser, viewAuthor } from '#features/accounts/public.ts';
import { answerWith, orNotFound, type SessionAnswer } from '#platform/database/session-statement.ts';
import { invalid, notFound, unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import {
  areNotApart,
  deleteFollow,
  deleteFollowCounts,
  deleteSomeFollows,
  insertFollow,
  markFollowsOf,
  readFollowerCount,
  readFollowingCount,
  readFollows,
  type Side,
} from './follows.queries.ts';
import './relations.events.ts';
import { holdPair, lockPair } from './relations.queries.ts';
import { mayRelateTo } from './relations.rules.ts';

/** Higher than every follow's number. */
const first = '9'.repeat(18);

/**
 * A page of a person's followers, or of the people they follow, the latest first, in one round trip. People the caller doesn't see are
 * left out.
 * @throws {HttpError} 404 for a person the caller doesn't see
 */
export async function listFollows(
  { db }: Platform,
  tokenHash: Buffer,
  side: Side,
  page: { username: string; size: number; before?: string | undefined },
): Promise<SessionAnswer<EndpointAnswer<typeof listCall>>> {
  const { username, size, before = first } = page;
  return answerWith(await readFollows[side](size)(db.reads, tokenHash, { username, before }), ({ person }) => {
    const { users } = orNotFound(person, noUser);
    return {
      users: users
        .slice(0, size)
        .map(({ following, followed_by, ...user }) => ({ ...viewAuthor(user), following, followed_by })),
      next: users.length > size ? String(users[size - 1]?.place) : null,
    };
  });
}

interface Followed {
  following: boolean;
  follower_count: number;
}

/**
 * Follows a person; doing it again changes nothing.
 * @throws {HttpError} 404 for a person the caller doesn't see, 422 for the caller, or for too many
 */
export async function follow({ db, events }: Platform, { userId }: Session, username: string): Promise<Followed> {
  return await db.transaction(async (tx) => {
    const otherId = await findActivated(tx, username);
    if (otherId === undefined) throw notFound(noUser);
    if (!mayRelateTo(userId, otherId)) throw invalid({ username: "You can't follow yourself." });
    const pair = { userId, otherId };
    const held = await holdPair(tx, pair);
    if (!held.includes(userId)) throw unauthenticated();
    if (!held.includes(otherId)) throw notFound(noUser);
    await lockPair(tx, pair);
    if (!(await areNotApart(tx, pair))) throw notFound(noUser);
    if (await insertFollow(tx, pair)) {
      if ((await readFollowingCount(tx, userId)) > limits.follows) {
        const most = limits.follows.toLocaleString('en');
        throw invalid({ username: `You can follow at most ${most} people. Unfollow someone first.` });
      }
      await events.emit(tx, 'relations.followed', { followerId: userId, followeeId: otherId });
    }
    return { following: true, follower_count: await readFollowerCount(tx, otherId) };
  });
}

/** Stops following a person, if the caller does. @throws {HttpError} 404 for a person the caller doesn't see */
export async function unfollow({ db, deferred }: Platform, { userId }: Session, username: string): Promise<Followed> {
  return await db.transaction(async (tx) => {
    const otherId = await findActivated(tx, username);
    if (otherId === undefined || !(await areNotApart(tx, { userId, otherId }))) throw notFound(noUser);
    await deleteFollow(tx, { userId, otherId });
    await deferred.emit(tx, 'relations.unfollowed', [{ followerId: userId, followeeId: otherId }]);
    return { following: false, follower_count: await readFollowerCount(tx, otherId) };
  });
}

/** How many follows one transaction ends. */
const batchSize = 1000;

/** Ends the follows of a deleted account, in both directions, and updates the counts of the others. */
export async function endFollowsOf({ db }: Platform, userId: string): Promise<void> {
  for (const side of ['following', 'followers'] as const) {
    for (let count = batchSize; count === batchSize; ) {
      count = await db.transaction((tx) => deleteSomeFollows(tx, userId, side, batchSize));
    }
  }
  await db.transaction((tx) => deleteFollowCounts(tx, userId));
}

/** Takes the follows of a person who left out of the counts, or back in after they returned. */
export async function markFollows({ db }: Platform, userId: string): Promise<void> {
  // Until nothing is left to update: the person may return meanwhile.
  while ((await db.transaction((tx) => markFollowsOf(tx, userId, batchSize))) > 0);
}

/** The feature's reactions to other features' events. */
export function subscribeRelations({ events, jobs }: Platform): void {
  events.on('account.deleted', async (tx, { userId }) => {
    await jobs.add(tx, 'relations.end-follows', { userId });
  });
  for (const moved of ['account.left', 'account.returned'] as const) {
    events.on(moved, (tx, { userId }) => jobs.add(tx, 'relations.mark-follows', { userId }));
  }
}
