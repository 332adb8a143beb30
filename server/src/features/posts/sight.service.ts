import type { Platform } from '#platform/platform.ts';
import type { SightOfPosts } from './posts.events.ts';

declare module '#platform/realtime/signals.ts' {
  interface Signals {
    /** Posts may be out of somebody's sight from now on. */
    postSightChanged: SightOfPosts;
  }
}

/** Whatever ends somebody's sight of posts that stay as they are. */
export function subscribeToSightOfPosts({ deferred, events, realtime }: Platform): void {
  const look = (sight: SightOfPosts) => realtime.signals.emit('postSightChanged', sight);

  deferred.on('posts.sight-changed', async (changed) => changed.forEach(look));
  events.on('account.left', (tx, { userId }) => deferred.emit(tx, 'posts.sight-changed', [{ authorIds: [userId] }]));
  events.on('community.roles-lost', (tx, { communityId, userId, afterCommit }) =>
    deferred.emit(tx, 'posts.sight-changed', [{ communityId, userIds: [userId] }], { afterCommit }),
  );
  events.on('community.role-deleted', (tx, { communityId }) =>
    deferred.emit(tx, 'posts.sight-changed', [{ communityId }]),
  );

  deferred.on('communities.changed', async (changed) => {
    for (const { communityId, userId } of changed)
      look({ communityId, ...(userId !== undefined && { userIds: [userId] }) });
  });
  deferred.on('relations.changed', async (changed) => {
    for (const { userId, otherId } of changed) look({ authorIds: [userId, otherId], userIds: [userId, otherId] });
  });
  deferred.on('site.role-changed', async (changed) => look({ userIds: changed.map(({ userId }) => userId) }));
}
