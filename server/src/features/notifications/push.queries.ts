import { sql } from 'kysely';
import { inFeedOf } from '#features/relations/public.ts';
import { followers, markIn, mentionsOf, nameOf, readable } from '#features/rooms/public.ts';
import { arrayOf, unnest } from '#platform/database/arrays.ts';
import type { Pipeline } from '#platform/database/database.ts';
import { eb, fact, not, row } from '#platform/database/expressions.ts';
import { statement } from '#platform/database/statement.ts';
import { isTellable } from './notifications.access.ts';
import { type OnesOf, onesOf, rowsOf } from './notifications.queries.ts';
import { type ShownRow, selectShown } from './shown.queries.ts';

const pushableStatement = statement<OnesOf, ShownRow>('notifications-pushable', (_, given) =>
  selectShown(rowsOf(given, not(row('notifications').read), isTellable(row('notifications')))),
);

/** The ones among these notifications that their people haven't read, and may see now. */
export const listPushable = (
  pipeline: Pipeline,
  told: readonly { userId: string; id: string }[],
): Promise<ShownRow[]> => pushableStatement(pipeline, onesOf(told));

/** A room's new messages, for somebody who chose all of its messages. */
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

/** How many messages are searched for the newest one that counts. */
const lookedAt = 20;

/** The newest message that counts, for a row `due` and its person's read state. */
const newsOf = () => {
  const [due, recent] = [sql.ref<string>('due.user_id'), row('messages', 'recent')];
  const newest = eb
    .selectFrom('messages')
    .select(['messages.id', 'messages.sender_id', 'messages.content'])
    .select(['messages.removal', 'messages.deleted_at', 'messages.system'])
    .where('messages.room_id', '=', sql.ref<string>('due.room_id'))
    .where('messages.id', '>', sql.ref<number>('readable.since'))
    .orderBy('messages.id', 'desc')
    .limit(sql.lit(lookedAt));
  return eb
    .selectFrom(newest.as('recent'))
    .selectAll()
    .where('recent.sender_id', '<>', due)
    .where('recent.removal', 'is', null)
    .where('recent.deleted_at', 'is', null)
    .where('recent.system', 'is', null)
    .where(inFeedOf(due, recent.sender_id))
    .where('recent.id', '>', markIn(sql.ref('due.room_id'), due))
    .orderBy('recent.id', 'desc')
    .limit(sql.lit(1));
};

const newsStatement = statement<{ userIds: readonly string[]; roomIds: readonly string[] }, NewsRow>(
  'notifications-news',
  (db, { userIds, roomIds }) =>
    db
      .selectFrom(
        unnest('due', { user_id: arrayOf<string>(userIds, 'uuid'), room_id: arrayOf<string>(roomIds, 'uuid') }),
      )
      .innerJoin('rooms', 'rooms.id', 'due.room_id')
      .innerJoinLateral(
        eb
          .selectFrom(followers(sql.ref('due.room_id')).as('follower'))
          .select('follower.user_id')
          .where('follower.user_id', '=', sql.ref<string>('due.user_id'))
          .as('wanted'),
        (on) => on.onTrue(),
      )
      .crossJoinLateral(readable(sql.ref('due.room_id'), sql.ref('due.user_id')).as('readable'))
      .crossJoinLateral(newsOf().as('news'))
      .innerJoin('users as sender', 'sender.id', 'news.sender_id')
      .leftJoin('communities', 'communities.id', 'rooms.community_id')
      .select(['due.user_id', 'due.room_id', 'news.id as message_id', 'news.content'])
      .select(['communities.handle as community_handle', 'communities.name as community_name'])
      .select((due) => [
        due.fn.coalesce('sender.name', 'sender.username').as('sender_name'),
        fact(mentionsOf(sql.ref('due.room_id'), sql.ref('news.id'), sql.ref('due.user_id'))).as('mentions_reader'),
        due
          .case()
          .when('communities.id', 'is not', null)
          .then(nameOf(row('rooms')))
          .end()
          .as('channel_name'),
      ]),
);

/** The new messages in these rooms, for those of these people who chose all messages there. */
export const listNews = (pipeline: Pipeline, due: readonly { userId: string; roomId: string }[]): Promise<NewsRow[]> =>
  newsStatement(pipeline, { userIds: due.map(({ userId }) => userId), roomIds: due.map(({ roomId }) => roomId) });
