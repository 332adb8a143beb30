import { inFeedOfText } from '#features/relations/public.ts';
import { followersText, markInText, mentionsOfText, readableText } from '#features/rooms/public.ts';
import type { Hot, Statement } from '#platform/database/database.ts';
import { once } from '#platform/database/session-statement.ts';
import { isTellable } from './notifications.access.ts';
import { type ShownRow, shownColumns, shownFrom } from './notifications.queries.ts';

const pushableStatement = once(
  (): Statement => ({
    name: 'notifications-pushable',
    text: `select ${shownColumns()} from ${shownFrom(`select notifications.* from notifications
      join unnest($1::uuid[], $2::uuid[]) told (user_id, id) on told.user_id = notifications.user_id and told.id = notifications.id
      where not notifications.read and ${isTellable('notifications')}`)}`,
  }),
);

/** Those of these notifications that their people haven't read, and may see at this moment. */
export const listPushable = (hot: Hot, told: readonly { userId: string; id: string }[]): Promise<ShownRow[]> =>
  hot.query<ShownRow>(pushableStatement(), [told.map(({ userId }) => userId), told.map(({ id }) => id)]);

/** What's new in a room for somebody who wants to be told of everything there. */
export interface NewsRow {
  user_id: string;
  room_id: string;
  /** The newest message that they haven't read. */
  message_id: number;
  content: string;
  sender_name: string;
  mentions_reader: boolean;
  /** Null: it's a conversation. */
  channel_name: string | null;
  community_handle: string | null;
  community_name: string | null;
}

/** Messages that are looked at for the newest one that counts. */
const lookedAt = 20;

const newsStatement = once(
  (): Statement => ({
    name: 'notifications-news',
    text: `select due.user_id, due.room_id, news.id as message_id, news.content, coalesce(sender.name, sender.username) as sender_name,
      ${mentionsOfText('due.room_id', 'news.id', 'due.user_id')} as mentions_reader,
      case when communities.id is not null then rooms.name end as channel_name, communities.handle as community_handle,
      communities.name as community_name
    from unnest($1::uuid[], $2::uuid[]) due (user_id, room_id)
    join rooms on rooms.id = due.room_id
    join lateral (select follower.user_id from (${followersText('due.room_id')}) follower where follower.user_id = due.user_id) wanted on true
    cross join lateral (${readableText('due.room_id', 'due.user_id')}) readable
    cross join lateral (
      select recent.* from (
        select messages.id, messages.sender_id, messages.content, messages.removal, messages.deleted_at, messages.system from messages
        where messages.room_id = due.room_id and messages.id > readable.since order by messages.id desc limit ${lookedAt}
      ) recent
      where recent.sender_id <> due.user_id and recent.removal is null and recent.deleted_at is null and recent.system is null
        and ${inFeedOfText('due.user_id', 'recent.sender_id')} and recent.id > ${markInText('due.room_id', 'due.user_id')}
      order by recent.id desc limit 1
    ) news
    join users sender on sender.id = news.sender_id
    left join communities on communities.id = rooms.community_id`,
  }),
);

/** What's new in these rooms for those of these people who want to be told of everything there. */
export const listNews = (hot: Hot, due: readonly { userId: string; roomId: string }[]): Promise<NewsRow[]> =>
  hot.query<NewsRow>(newsStatement(), [due.map(({ userId }) => userId), due.map(({ roomId }) => roomId)]);
