import { channelStates, mostCounted, unreadChannels } from '#features/channels/public.ts';
import { unreadConversations } from '#features/conversations/public.ts';
import type { Hot, Statement } from '#platform/database/database.ts';
import { once, sessionOfToken } from '#platform/database/session-statement.ts';
import { isShown, isUnread } from './notifications.access.ts';

/** What's unread for a person, with one of their unread channels, if there are any. */
export interface UnreadRow {
  user_id: string;
  stale: boolean;
  notifications: number;
  /** Those of them that are mentions in channels, which count with their channels. */
  in_channels: number;
  conversations: number;
  channel_id: string | null;
  community_id: string;
  community_handle: string;
  unread: number;
  mentions: number;
}

/**
 * A select of how many unread notifications a person sees, `notifications`, and how many of those are mentions in channels, `in_channels`;
 * counting stops. @param person an expression whose value is an id
 */
const unreadNotifications = (person: string): string =>
  `select count(*)::int as notifications, count(*) filter (where unread.type = 'mention' and unread.channel_id is not null)::int as in_channels
    from (select notifications.type, notifications.channel_id from notifications
      where notifications.user_id = ${person} and ${isUnread('notifications')} and ${isShown('notifications')}
      order by notifications.id desc limit ${mostCounted}) unread`;

const unreadOf = (people: string): string =>
  `with person as materialized (${people}),
    counted as materialized (
      select person.*, told.*, ${unreadConversations('person.user_id')} as conversations
      from person cross join lateral (${unreadNotifications('person.user_id')}) told
    )
    select counted.*, channel.channel_id, channel.community_id, channel.community_handle, channel.unread, channel.mentions
    from counted left join lateral (${unreadChannels('counted.user_id')}) channel on true
    order by counted.user_id, channel.community_id, channel.channel_id`;

const ownStatement = once((): Statement => ({ name: 'unread-own', text: unreadOf(sessionOfToken) }));

/** What's unread for the caller; no row without a session. */
export const readOwnUnread = (hot: Hot, tokenHash: Buffer): Promise<UnreadRow[]> =>
  hot.query<UnreadRow>(ownStatement(), [tokenHash]);

const personStatement = once(
  (): Statement => ({ name: 'unread-person', text: unreadOf('select $1::uuid as user_id, false as stale') }),
);

/** The same for several people, one by one: PostgreSQL would plan a statement for all of them anew each time. */
export async function readUnreadOf(hot: Hot, userIds: readonly string[]): Promise<UnreadRow[]> {
  return (await Promise.all(userIds.map((id) => hot.query<UnreadRow>(personStatement(), [id])))).flat();
}

const notificationsStatement = once(
  (): Statement => ({
    name: 'unread-notifications',
    text: unreadNotifications('$1::uuid'),
  }),
);

/** How many unread notifications a person has. */
export async function countUnread(hot: Hot, userId: string): Promise<number> {
  const [row] = await hot.query<{ notifications: number }>(notificationsStatement(), [userId]);
  return row?.notifications ?? 0;
}

/** What's new for somebody in a channel they use. */
export interface ChannelStateRow {
  user_id: string;
  channel_id: string;
  community_id: string;
  community_handle: string;
  unread: number;
  mentions: number;
  muted: boolean;
}

const channelsStatement = once(
  (): Statement => ({
    name: 'unread-channels',
    text: `select person.id as user_id, state.* from channels asked
      join community_members member on member.community_id = asked.community_id and member.user_id = any($1::uuid[])
      cross join lateral (select member.user_id as id) person
      cross join lateral (${channelStates('person.id', 'channels.id = asked.id')}) state
      where asked.id = any($2::uuid[])`,
  }),
);

/** What's new in some channels for those among some people who use them. */
export const readChannelStates = (
  hot: Hot,
  userIds: readonly string[],
  channelIds: readonly string[],
): Promise<ChannelStateRow[]> => hot.query<ChannelStateRow>(channelsStatement(), [userIds, channelIds]);
