import type { NotificationServerEvents } from '@hubbub/contract/features/notifications/notifications.events.ts';
import type { Platform } from '#platform/platform.ts';

declare module '#platform/realtime/realtime.ts' {
  interface SentEvents extends NotificationServerEvents {}
}

/** Rooms without sockets: what's sent there reaches every process, which tells the people who are connected to it. */
export const recountPrefix = 'recount:';
/** The person, and a channel in particular, that one of these rooms stands for. */
export const recountedBy = (room: string) => room.slice(recountPrefix.length).split(' ') as [string, string?];

/** What's unread for these people may have changed: their devices are told within about a second, wherever they are. */
export function announceUnread(
  { realtime }: Pick<Platform, 'realtime'>,
  userIds: readonly string[],
  channelId?: string,
): void {
  const channel = channelId === undefined ? '' : ` ${channelId}`;
  for (const userId of new Set(userIds)) realtime.toRoom(`${recountPrefix}${userId}${channel}`, 'unreadChanged', {});
}
