import type { PushedThing } from './push-sending.service.ts';
import type { Sight } from './sight.queries.ts';

declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /** Somebody has begun to follow another person. */
    'notifications.followed': { followerId: string; followeeId: string };
    /** Notifications may be hidden from now on, or shown again. */
    'notifications.sight-changed': Sight;
  }
}

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Tells a community's members after one of them about a post. */
    'notifications.community-post': { postId: string; after: string };
    /** Tells people after one of them what the team announces. */
    'notifications.announcement': { announcementId: string; after: string };
    /** Tells those who reported something, after one of them, that it was decided. */
    'notifications.report-decided': { reportId: string; after: string };
    /** Tells those who can read a message, after one of them, that it mentions everyone. */
    'notifications.everyone': { messageId: number; after: string };
    /** Pushes what's new in a room to somebody's devices. */
    'notifications.push-messages': { userId: string; roomId: string };
    /** Takes somebody who deleted their account out of what others are told. */
    'notifications.forget': { userId: string };
    /** Looks for people whose summary by mail is due. */
    'notifications.digests': Record<string, never>;
    /** Sends a person's summary by mail. */
    'notifications.digest': { userId: string };
    /** Pushes notifications to their people's devices. */
    'notifications.push': { told: readonly PushedThing[] };
    /** Pushes something to a device that it couldn't be pushed to before. */
    'notifications.push-again': { deviceId: string; thing: PushedThing; attempt: number; since: string };
    /** Asks about notifications that the version before told. */
    'notifications.review-unasked': Record<string, never>;
    /** Deletes notifications that are old, or too many for one person. */
    'notifications.sweep': Record<string, never>;
  }
}
