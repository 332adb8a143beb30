import { emitUnread } from '#features/rooms/public.ts';
import { noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import './notifications.events.ts';
import { listSeen, listWrong, type ReadRoom, readMentionsIn, type Sight, setWithdrawn } from './sight.queries.ts';

/** How many notifications are checked at a time. */
const atOnce = 500;

/**
 * Checks again whether people may see notifications, withdraws those they may not, and restores those they may see again: a notification is
 * unread until it's read or withdrawn.
 */
export async function reviewNotifications(platform: Pick<Platform, 'db' | 'realtime'>, sight: Sight): Promise<void> {
  const { db } = platform;
  for (let after = { user_id: noId, id: noId }; ; ) {
    const asked = await listSeen(db.kysely, sight, after, atOnce);
    const wrong = await listWrong(db.reads, asked);
    if (wrong.length > 0) {
      await setWithdrawn(db.kysely, wrong);
      emitUnread(platform, { userIds: [...new Set(wrong.map(({ user_id }) => user_id))] });
    }
    const last = asked.at(-1);
    if (!last || asked.length < atOnce) return;
    after = last;
  }
}

/** Reads mentions with the rooms that they're in. */
export async function readMentions(
  platform: Pick<Platform, 'db' | 'realtime'>,
  read: readonly ReadRoom[],
): Promise<void> {
  const userIds = await readMentionsIn(platform.db.kysely, read);
  if (userIds.length > 0) emitUnread(platform, { userIds });
}

/** Everything that can hide things from somebody, or show them again. */
export function subscribeToSight(platform: Platform): void {
  const { deferred, events } = platform;
  const review = (sight: Sight) => reviewNotifications(platform, sight);

  deferred.on('notifications.sight-changed', async (changed) => {
    for (const sight of changed) await review(sight);
  });
  // A suspension isn't among these: it keeps a person from logging in, but hides nothing from others.
  for (const moved of ['account.left', 'account.returned'] as const) {
    events.on(moved, (tx, { userId: actorId }) => deferred.emit(tx, 'notifications.sight-changed', [{ actorId }]));
  }
  events.on('community.roles-lost', (tx, { communityId, userId, afterCommit }) =>
    deferred.emit(tx, 'notifications.sight-changed', [{ communityId, userId }], { afterCommit }),
  );
  for (const gone of ['community.role-deleted', 'community.deleted'] as const) {
    events.on(gone, (tx, { communityId }) => deferred.emit(tx, 'notifications.sight-changed', [{ communityId }]));
  }

  deferred.on('relations.changed', async (changed) =>
    review({ userIds: changed.flatMap(({ userId, otherId }) => [userId, otherId]) }),
  );
  deferred.on('relations.unfollowed', async (ended) => review({ userIds: ended.map(({ followeeId }) => followeeId) }));
  deferred.on('posts.changed', async (changed) => review({ postIds: changed.map(({ postId }) => postId) }));
  deferred.on('posts.liked', async (votes) => {
    const ended = votes.filter(({ isLiked }) => !isLiked);
    if (ended.length > 0) await review({ votedIds: ended.map(({ postId }) => postId) });
  });
  deferred.on('comments.changed', async (changed) => review({ commentIds: changed.map(({ commentId }) => commentId) }));
  deferred.on('messages.changed', async (changed) => review({ messageIds: changed.map(({ id }) => id) }));
  deferred.on('messages.sight-changed', async (changed) => review({ messageIds: changed.map(({ id }) => id) }));
  deferred.on('rooms.sight-changed', async (rooms) => review({ rooms }));
  deferred.on('communities.changed', async (changed) => {
    for (const { communityId, userId } of changed) await review({ communityId, userId });
  });
  deferred.on('communities.role-given', async (given) => {
    for (const { communityId, userId } of given) await review({ communityId, userId });
  });
  deferred.on('site.role-changed', async (changed) => review({ userIds: changed.map(({ userId }) => userId) }));
  // Without a second factor, the rights of a role may be paused.
  deferred.on('accounts.security', async (happened) => review({ teamIds: happened.map(({ userId }) => userId) }));
  for (const changed of ['moderation.reported', 'moderation.report-answered', 'moderation.forgotten'] as const) {
    deferred.on(changed, async (reports) => review({ reportIds: reports.map(({ reportId }) => reportId) }));
  }
  for (const changed of ['moderation.decided', 'moderation.judged'] as const) {
    deferred.on(changed, async (decisions) => review({ decisionIds: decisions.map(({ decisionId }) => decisionId) }));
  }
}
