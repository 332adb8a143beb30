import { forgetMentionsOf } from '#features/rooms/public.ts';
import { noId } from '#platform/ids.ts';
import type { JobMap } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { sendDigest } from './digest.service.ts';
import { notifyEveryone } from './message-sources.service.ts';
import { forgetActor, listCrowded, sweepBeyond, sweepOld } from './notifications.queries.ts';
import { type PushedThing, pushAgain, pushThings } from './push-sending.service.ts';
import { listDue } from './settings.queries.ts';
import { reviewNotifications } from './sight.service.ts';
import { notifyMembers, notifyOfAnnouncement, notifyReporters } from './sources.service.ts';

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

/** How many people's excess notifications are deleted in one batch. */
const sweptTogether = 100;

const pushing = { isYielding: true, isPush: true };

/** Many people are notified in batches, each by a job of its own. */
export function defineNotificationsJobs(platform: Platform): void {
  const { db, clock, jobs } = platform;

  const defineBatches = <N extends keyof JobMap>(
    name: N,
    notifyNext: (platform: Platform, given: JobMap[N]) => Promise<string | undefined>,
    keyOf: (given: JobMap[N]) => string,
  ) =>
    jobs.define(
      name,
      async (given) => {
        const after = await notifyNext(platform, given);
        if (after === undefined) return;
        await jobs.add(db.kysely, name, { ...given, after }, { key: `${keyOf(given)} ${after}` });
      },
      { isYielding: true },
    );
  defineBatches('notifications.community-post', notifyMembers, ({ postId }) => `tell post ${postId}`);
  defineBatches(
    'notifications.announcement',
    notifyOfAnnouncement,
    (given) => `tell announcement ${given.announcementId}`,
  );
  defineBatches('notifications.report-decided', notifyReporters, ({ reportId }) => `tell reporters ${reportId}`);
  defineBatches('notifications.everyone', notifyEveryone, ({ messageId }) => `tell everyone ${messageId}`);

  jobs.define('notifications.forget', async ({ userId }, { signal }) => {
    for (let more = true; more && !signal.aborted; ) more = await db.transaction((tx) => forgetActor(tx, userId));
    await forgetMentionsOf(db.kysely, userId);
  });

  jobs.define('notifications.push', ({ told }) => pushThings(platform, told), pushing);
  jobs.define('notifications.push-messages', (given) => pushThings(platform, [given]), pushing);
  jobs.define('notifications.push-again', (given) => pushAgain(platform, given), pushing);

  jobs.define('notifications.digest', ({ userId }) => sendDigest(platform, userId), { isYielding: true });

  jobs.define(
    'notifications.digests',
    async (_, { signal }) => {
      for (let after = noId; !signal.aborted; ) {
        const due = await listDue(db.kysely, clock.now(), after, sweptTogether);
        for (const userId of due) {
          await jobs.add(db.kysely, 'notifications.digest', { userId }, { key: `digest ${userId}` });
        }
        const last = due.at(-1);
        if (last === undefined) return;
        after = last;
      }
    },
    { every: '7 * * * *' },
  );

  // Once all have been checked, it finds nothing in an empty index.
  jobs.define('notifications.review-unasked', () => reviewNotifications(platform, { isUnasked: true }), {
    every: '* * * * *',
  });

  defineSweeps(platform);
}

/** Deletes notifications that are too old or too many. */
function defineSweeps({ db, clock, jobs }: Platform): void {
  jobs.define(
    'notifications.sweep',
    async (_, { signal }) => {
      for (let more = true; more && !signal.aborted; ) more = await sweepOld(db.kysely, clock.now());
      for (let after = noId; !signal.aborted; ) {
        const crowded = await listCrowded(db.kysely, after, sweptTogether);
        for (const userId of crowded) {
          for (let more = true; more && !signal.aborted; ) more = await sweepBeyond(db.kysely, userId);
        }
        const last = crowded.at(-1);
        if (last === undefined) return;
        after = last;
      }
    },
    { every: '41 3 * * *' },
  );
}
