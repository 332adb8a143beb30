import type { RoomNotify } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { type Expression, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { authorColumns, isAway } from '#features/accounts/public.ts';
import { onlineFor } from '#features/presence/public.ts';
import { hiddenFrom, notApart, sharesReadMarks } from '#features/relations/public.ts';
import {
  type Given,
  perSize,
  type SessionDb,
  sessionColumns,
  sessionStatement,
  viewerId,
} from '#platform/database/session-statement.ts';
import type { ConversationSidesTable } from './conversations.queries.ts';
import { notifyOfConversation } from './unread.access.ts';

/** Characters of the newest message that the list returns; screens show fewer. */
const previewLength = 200;

/** Whether the two people of a side may share anything: neither has deleted their account or still has to accept the conversation. */
const isMutual = '(not side.other_gone and not side.request and not side.other_request)';

type SideRow = Selectable<ConversationSidesTable>;

/** Whether the newest message wasn't removed, or was sent by the caller. */
const isShown = sql<boolean>`(newest.removal is null or newest.sender_id = session.user_id)`;

/**
 * Conversations from their person's side, in list order. The newest message is looked up by its key: messages are never deleted one by
 * one, so it's the one a person sees unless they deleted everything up to it.
 * @param page rows of conversation_sides
 */
const conversationsOf = (db: SessionDb, page: (query: SessionDb) => Expression<SideRow>) =>
  db
    .with(
      (cte) => cte('side').materialized(),
      (query) => page(query as unknown as SessionDb),
    )
    .selectFrom('session')
    .select((session) => [
      ...sessionColumns,
      jsonArrayFrom(
        session
          .selectFrom('side')
          .leftJoin('messages as newest', (join) =>
            join
              .onRef('newest.room_id', '=', 'side.id')
              .onRef('newest.id', '=', 'side.last_id')
              .onRef('side.last_id', '>', 'side.cleared_id'),
          )
          .select([
            'side.id',
            'side.unread',
            'side.read_id',
            'side.cleared_id',
            'side.created_at',
            'side.active_at',
            'side.request',
            'newest.id as newest_id',
            'newest.sender_id as newest_sender_id',
            'newest.created_at as newest_at',
          ])
          .select((side) => [
            sql<string | null>`case when ${isShown} then left(newest.content, ${sql.lit(previewLength)})
              when newest.id is not null then '' end`.as('newest_text'),
            sql<string | null>`case when ${isShown} then newest.image_path end`.as('newest_image_path'),
            sql<boolean | null>`${isShown} and newest.attachments is not null`.as('newest_has_files'),
            sql.raw<boolean>(`(not (${notApart('session.user_id', 'side.other_id')}))`).as('apart'),
            sql.raw<boolean>(isAway('side.other_id')).as('away'),
            sql.raw<boolean>(hiddenFrom('session.user_id', 'side.other_id')).as('blocked'),
            sql.raw<RoomNotify>(notifyOfConversation('side.id', 'session.user_id')).as('notify'),
            sql
              .raw<number | null>(
                `case when ${isMutual} and ${sharesReadMarks('session.user_id', 'side.other_id')} then side.other_read_id end`,
              )
              .as('other_read_id'),
            sql
              .raw<boolean | null>(`case when ${isMutual} then ${onlineFor('session.user_id', 'side.other_id')} end`)
              .as('other_online'),
            sql<number | null>`(extract(epoch from side.active_at) * 1000000)::bigint`.as('microseconds'),
            jsonObjectFrom(
              side.selectFrom('users').select(senderColumns).whereRef('users.id', '=', 'side.other_id'),
            ).as('other'),
          ])
          .orderBy('side.hour', 'desc')
          .orderBy('side.active_at', 'desc')
          .orderBy('side.id', 'desc'),
      ).as('conversations'),
      jsonObjectFrom(session.selectFrom('users').select(senderColumns).whereRef('users.id', '=', 'session.user_id')).as(
        'own',
      ),
      sql.raw<boolean | null>(onlineFor('session.user_id', 'session.user_id')).as('own_online'),
    ]);

const senderColumns = ['users.id', ...authorColumns] as const;

/**
 * A page of the caller's list after a cursor, plus one more. The index keeps the hours in order, so only conversations within the same
 * hour are sorted.
 */
export const readList = perSize((size) =>
  sessionStatement(`conversations-list-${size}`, (db, { time, id }: Given<{ time: string; id: string }>) =>
    conversationsOf(db, (query) =>
      query
        .selectFrom('conversation_sides as side')
        .selectAll()
        .where('side.user_id', '=', sql.raw<string>(viewerId))
        .where(sql<boolean>`side.hour <= date_trunc('hour', ${time}::timestamptz at time zone 'UTC')`)
        .where(sql<boolean>`(side.active_at, side.id) < (${time}::timestamptz, ${id}::uuid)`)
        .orderBy('side.hour', 'desc')
        .orderBy('side.active_at', 'desc')
        .orderBy('side.id', 'desc')
        .limit(sql.lit(size + 1)),
    ),
  ),
);

/** One of the caller's conversations, if it's in the list or `any` is true: another device may have deleted it in the meantime. */
export const readOne = sessionStatement('conversations-one', (db, { id, any }: Given<{ id: string; any: boolean }>) =>
  conversationsOf(db, (query) =>
    query
      .selectFrom('conversation_sides as side')
      .selectAll()
      .where('side.id', '=', id)
      .where('side.user_id', '=', sql.raw<string>(viewerId))
      .where(sql<boolean>`(side.active_at is not null or ${any}::boolean)`),
  ),
);
