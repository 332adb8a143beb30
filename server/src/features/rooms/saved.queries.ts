import { sql } from 'kysely';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { eb, row } from '#platform/database/expressions.ts';
import { type JsonRow, jsonText } from '#platform/database/json.ts';
import { ownRows } from '#platform/database/pages.ts';
import { perSize, sessionColumns, sessionOf, viewer } from '#platform/database/session-statement.ts';
import { statement } from '#platform/database/statement.ts';
import { noId } from '#platform/ids.ts';
import type { MessageKey } from './changes.queries.ts';
import { inRoomJson } from './in-room.queries.ts';
import { readable } from './rooms.access.ts';

interface MessageBookmarksTable {
  user_id: string;
  message_id: number;
  room_id: string;
  /** Ascends for each person. */
  id: string;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    message_bookmarks: MessageBookmarksTable;
  }
}

/** Saves a message for somebody; one that's already saved keeps its position. */
export async function insertBookmark(
  tx: Tx,
  { id, userId, message }: { id: string; userId: string; message: MessageKey },
): Promise<void> {
  const newest = eb
    .selectFrom('message_bookmarks as newest')
    .select('newest.id')
    .where('newest.user_id', '=', userId)
    .orderBy('newest.id', 'desc')
    .limit(1);
  await tx
    .insertInto('message_bookmarks')
    .values({
      user_id: userId,
      message_id: message.id,
      room_id: message.room_id,
      id: sql<string>`id_after(${newest}, ${id})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteBookmark(tx: Tx, { id, userId }: { id: number; userId: string }): Promise<void> {
  await tx.deleteFrom('message_bookmarks').where('user_id', '=', userId).where('message_id', '=', id).execute();
}

/** Whether somebody saved a message. */
export async function isBookmarked(db: Db, { id, userId }: { id: number; userId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('message_bookmarks')
    .select('message_id')
    .where('user_id', '=', userId)
    .where('message_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteBookmarksOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('message_bookmarks').where('user_id', '=', userId).execute();
}

const pageStatement = perSize((size) =>
  statement<{ tokenHash: Buffer; before: string }, JsonRow & { body: string }>(
    `rooms-saved-${size}`,
    (db, { tokenHash, before }) => {
      const messages = row('messages');
      const list = eb
        .selectFrom('message_bookmarks as saved')
        .innerJoin('messages', (join) =>
          join.onRef('messages.room_id', '=', 'saved.room_id').onRef('messages.id', '=', 'saved.message_id'),
        )
        .innerJoin('rooms as room', 'room.id', 'saved.room_id')
        .innerJoinLateral(readable(messages.room_id, viewer).as('seen'), (join) =>
          join.onRef('messages.id', '>', 'seen.since'),
        )
        .leftJoin('communities', 'communities.id', 'room.community_id')
        .select([inRoomJson.as('item'), 'saved.id'])
        .where('saved.user_id', '=', viewer)
        .where('saved.id', '<', before)
        .where('messages.deleted_at', 'is', null)
        .where('messages.removal', 'is', null)
        .orderBy('saved.id', 'desc')
        .limit(size);
      const page = eb.selectFrom(list.as('list')).select((saved) => [
        sql<string | null>`string_agg(list.item, ',' order by list.id desc)`.as('items'),
        saved
          .case()
          .when(saved.fn.countAll<number>(), '=', size)
          .then(saved.fn.min(saved.cast<string>('list.id', 'text')))
          .end()
          .as('next'),
      ]);
      return db
        .selectFrom(sessionOf(tokenHash).as('session'))
        .crossJoinLateral(page.as('page'))
        .select([
          jsonText(
            '{"messages":[',
            sql`coalesce(page.items, '')`,
            '],"next":',
            sql`coalesce(to_json(page.next)::text, 'null')`,
            '}',
          ).as('body'),
          ...sessionColumns,
        ]);
    },
    { mayLag: true },
  ),
);

/** `{"messages": […], "next"}`: the messages that the caller saved and can see, the latest first. Undefined without a session. */
export const readSaved = async (
  pipeline: Pipeline,
  tokenHash: Buffer,
  { size, before }: { size: number; before: string },
): Promise<(JsonRow & { body: string }) | undefined> => (await pageStatement(size)(pipeline, { tokenHash, before }))[0];

/** The messages a person saved. */
export const ownMessageBookmarks = ownRows<{ bookmark_id: string; message_id: number }>(
  5000,
  async (db, { userId, after, size }) => {
    return await db
      .selectFrom('message_bookmarks')
      .select(['id as bookmark_id', 'message_id'])
      .where('user_id', '=', userId)
      .where('id', '>', after?.bookmark_id ?? noId)
      .orderBy('id')
      .limit(size)
      .execute();
  },
);
