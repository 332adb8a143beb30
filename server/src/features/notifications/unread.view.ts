import type { UnreadCounts } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { UnreadRow } from './unread.queries.ts';
import { totalOf } from './unread.rules.ts';

/** What's unread for a person. @param rows all of theirs, at least one */
export function viewUnread(rows: readonly [UnreadRow, ...UnreadRow[]]): UnreadCounts {
  const [{ notifications, in_channels, conversations }] = rows;
  const channels = rows.flatMap(({ channel_id, community_id, community_handle, unread, mentions }) =>
    channel_id === null ? [] : [{ channel_id, community_id, community_handle, unread, mentions }],
  );
  const counts = { notifications, conversations, channels };
  return { ...counts, total: totalOf(counts, in_channels) };
}
