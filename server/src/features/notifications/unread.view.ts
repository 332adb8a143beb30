import type { UnreadCounts } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Unread } from './unread.queries.ts';
import { totalOf } from './unread.rules.ts';

/** What's unread for a person. */
export function viewUnread({ notifications, in_channels, conversations, channels }: Unread): UnreadCounts {
  const counts = { notifications, conversations, channels };
  return { ...counts, total: totalOf(counts, in_channels) };
}
