import type { PushedThing } from './push-sending.service.ts';
import type { Sight } from './sight.queries.ts';

declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /** Somebody has begun to follow another person. */
    'notifications.followed': { followerId: string; followeeId: string };
    /** Notifications may have to be hidden from now on, or shown again. */
    'notifications.sight-changed': Sight;
  }
}

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Notifies a community's members, starting after one of them, about a post. */
    'notifications.community-post': { postId: string; after: string };
    /** Notifies people, starting after one of them, of an announcement. */
    'notifications.announcement': { announcementId: string; after: string };
    /** Notifies reporters, starting after one of them, of a decision. */
    'notifications.report-decided': { reportId: string; after: string };
    /** Notifies people who can read a message, starting after one of them, that it mentions everyone. */
    'notifications.everyone': { messageId: number; after: string };
    /** Pushes new messages in a room to somebody's devices. */
    'notifications.push-messages': { userId: string; roomId: string };
    /** Removes somebody who deleted their account from others' notifications. */
    'notifications.forget': { userId: string };
    /** Finds people whose summary by mail is due. */
    'notifications.digests': Record<string, never>;
    /** Sends a person's summary by mail. */
    'notifications.digest': { userId: string };
    /** Pushes notifications to their people's devices. */
    'notifications.push': { told: readonly PushedThing[] };
    /** Tries again to push something to a device. */
    'notifications.push-again': { deviceId: string; thing: PushedThing; attempt: number; since: string };
    /** Checks notifications that the previous version stored. */
    'notifications.review-unasked': Record<string, never>;
    /** Deletes old notifications, and those beyond a person's maximum. */
    'notifications.sweep': Record<string, never>;
  }
}
