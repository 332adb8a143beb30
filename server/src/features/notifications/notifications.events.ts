import type { Sight } from './sight.queries.ts';

declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /** Somebody has begun to follow another person. */
    'notifications.followed': { followerId: string; followeeId: string };
    /** Notifications may have to be hidden from now on, or shown again. */
    'notifications.sight-changed': Sight;
  }
}
