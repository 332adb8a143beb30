import type { SettingType } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import type { Platform } from '#platform/platform.ts';
import { digestMail } from './digest.mail.ts';
import { listShown } from './notifications.queries.ts';
import { viewNotification } from './notifications.view.ts';
import { hasNewMessages, takeDigest } from './settings.queries.ts';
import { isTold } from './settings.rules.ts';
import { readUnreadOf, type UnreadRow } from './unread.queries.ts';
import { viewUnread } from './unread.view.ts';
import { unsubscribePath } from './unsubscribing.service.ts';

/** Notifications that are looked at, and how many of them are told. */
const lookedAt = 30;
const mostTold = 8;

/**
 * Sends a person's summary if it's due and something has come since the last one that's still unread. Its counts are those that every
 * badge shows.
 */
export async function sendDigest(platform: Platform, userId: string): Promise<void> {
  const { db, clock, mail } = platform;
  const unsubscribe = await unsubscribePath(platform, userId);
  await db.transaction(async (tx) => {
    const due = await takeDigest(tx, userId, clock.now());
    if (!due || due.mail === 'off') return;
    const changed = { in_app: [], push: [], mail: due.changed };
    const isWanted = (type: SettingType) => isTold(changed, type, 'mail');
    const [rows, shown] = await Promise.all([
      readUnreadOf(db.hot, [userId]),
      listShown(db.hot, userId, { filter: 'all', before: undefined, size: lookedAt }),
    ]);
    const unread = viewUnread(rows as [UnreadRow, ...UnreadRow[]]);
    const told = shown.filter(({ read, type }) => !read && isWanted(type)).map(viewNotification);
    const mentioning = unread.channels.filter(({ mentions }) => mentions > 0).map(({ channel_id }) => channel_id);
    const isNew =
      told.some(({ created_at }) => new Date(created_at) > due.since) ||
      (isWanted('message') && (await hasNewMessages(tx, userId, due.since, mentioning)));
    if (!isNew || unread.total === 0) return;
    const digest = {
      how: due.mail,
      notifications: unread.notifications,
      conversations: unread.conversations,
      mentioningChannels: mentioning.length,
      sentences: told.slice(0, mostTold).map(({ text }) => text),
      unsubscribe,
    };
    await mail.send(tx, due.email, digestMail(digest));
  });
}
