import { registerCommentsRealtime } from '#features/comments/live.realtime.ts';
import { registerUnread } from '#features/notifications/unread.realtime.ts';
import { registerPostsRealtime } from '#features/posts/live.realtime.ts';
import type { Platform } from '#platform/platform.ts';

/** What tells pages of changes as they happen, until it's closed. */
export const openLive = (platform: Platform): { close(): void }[] => [
  registerPostsRealtime(platform),
  registerCommentsRealtime(platform),
  registerUnread(platform),
];
