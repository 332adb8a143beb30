import { notificationTypes } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import type { Platform } from '#platform/platform.ts';
import { digestMail } from './digest.mail.ts';
import { viewNotification } from './notifications.view.ts';
import { hasNewMentions, hasNewMessages, takeDigest } from './settings.queries.ts';
import { isNotifiedOf } from './settings.rules.ts';
import { listUnread } from './unread.queries.ts';
import { readUnreadOf } from './unread.service.ts';
import { countedRooms, viewUnread } from './unread.view.ts';
import { unsubscribePath } from './unsubscribing.service.ts';

/** How many notifications a mail lists. */
const mostListed = 8;

/**
 * Sends a person's summary if it's due and there's something unread that came after the last one. The counts are the badges', limited to
 * what they want by mail; notifications that they only want by mail are listed in one summary.
 */
export async function sendDigest(platform: Platform, userId: string): Promise<void> {
  const { db, clock, mail } = platform;
  const unsubscribe = await unsubscribePath(platform, userId);
  await db.transaction(async (tx) => {
    const due = await takeDigest(tx, userId, clock.now());
    if (!due || due.mail === 'off') return;
    const { since } = due;
    const changed = { in_app: [], push: [], mail: due.changed };
    const wanted = notificationTypes.filter((type) => isNotifiedOf(changed, type, 'mail'));
    const [unread, rows] = await Promise.all([readUnreadOf(db.reads, userId), listUnread(db.reads, userId, wanted)]);
    const listed = rows.filter((row) => row.is_wanted || row.created_at > since);
    const conversations = isNotifiedOf(changed, 'message', 'mail')
      ? countedRooms(unread.rooms).map(({ room_id }) => room_id)
      : [];
    const mentioning = wanted.includes('mention')
      ? viewUnread(unread).channels.filter(({ mentions }) => mentions > 0)
      : [];
    const isNew =
      listed.some((row) => row.created_at > since) ||
      (await hasNewMessages(tx, since, conversations)) ||
      (await hasNewMentions(
        tx,
        userId,
        since,
        mentioning.map(({ channel_id }) => channel_id),
      ));
    if (!isNew) return;
    const digest = {
      how: due.mail,
      notifications: listed.length,
      conversations: conversations.length,
      mentioningChannels: mentioning.length,
      sentences: listed
        .slice(0, mostListed)
        .map(viewNotification)
        .map(({ text: label, url: path }) => ({ label, path })),
      unsubscribe,
    };
    await mail.send(tx, due.email, digestMail(digest));
  });
}
