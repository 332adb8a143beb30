import { forgetMentionsOf } from '#features/rooms/public.ts';
import { noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { sendDigest } from './digest.service.ts';
import { notifyEveryone } from './message-sources.service.ts';
import './notifications.events.ts';
import { forgetActor, listCrowded, sweepBeyond, sweepOld } from './notifications.queries.ts';
import { pushAgain, pushThings } from './push-sending.service.ts';
import { listDue } from './settings.queries.ts';
import { notifyMembers, notifyOfAnnouncement, notifyReporters } from './sources.service.ts';

/** How many people's excess notifications are deleted in one batch. */
const sweptTogether = 100;

const pushing = { isYielding: true, isPush: true };

/** Many people are notified in batches, each by a job of its own. */
export function defineNotificationsJobs(platform: Platform): void {
  const { db, clock, jobs } = platform;

  jobs.define(
    'notifications.community-post',
    async (given) => {
      const after = await notifyMembers(platform, given);
      if (after === undefined) return;
      const key = `tell post ${given.postId} ${after}`;
      await jobs.add(db.kysely, 'notifications.community-post', { ...given, after }, { key });
    },
    { isYielding: true },
  );

  jobs.define(
    'notifications.announcement',
    async (given) => {
      const after = await notifyOfAnnouncement(platform, given);
      if (after === undefined) return;
      const key = `tell announcement ${given.announcementId} ${after}`;
      await jobs.add(db.kysely, 'notifications.announcement', { ...given, after }, { key });
    },
    { isYielding: true },
  );

  jobs.define(
    'notifications.report-decided',
    async (given) => {
      const after = await notifyReporters(platform, given);
      if (after === undefined) return;
      const key = `tell reporters ${given.reportId} ${after}`;
      await jobs.add(db.kysely, 'notifications.report-decided', { ...given, after }, { key });
    },
    { isYielding: true },
  );

  jobs.define(
    'notifications.everyone',
    async (given) => {
      const after = await notifyEveryone(platform, given);
      if (after === undefined) return;
      const key = `tell everyone ${given.messageId} ${after}`;
      await jobs.add(db.kysely, 'notifications.everyone', { ...given, after }, { key });
    },
    { isYielding: true },
  );

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
